// What a page can do beside being read: the contents are open where there is room, and the list of
// all names is searched. Without this file a page has everything all the same.

const contents = document.querySelector(".contents");
const wide = matchMedia("(min-width: 62rem)");
const showContents = () => {
  if (contents) contents.open = wide.matches;
};
wide.addEventListener("change", showContents);
showContents();

const find = document.querySelector(".find");
if (find) {
  find.hidden = false;
  const input = find.querySelector("input");
  const names = [...document.querySelectorAll(".names li")];
  input.addEventListener("input", () => {
    const wanted = input.value.trim().toLowerCase();
    for (const name of names) name.hidden = !name.dataset.name.includes(wanted);
  });
}
