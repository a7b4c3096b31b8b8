// What a page can do beside being read: the contents are open where there is room, what is too wide
// is reached by Tab and moved by the arrows, and the list of all names is searched. Without this file
// a page has everything all the same.

const contents = document.querySelector(".contents details");
const wide = matchMedia("(min-width: 62rem)");
const showContents = () => {
  if (contents) contents.open = wide.matches;
};
wide.addEventListener("change", showContents);
showContents();

// Only what is cut off, or Tab would stop at every table and every snippet.
const look = (it) => {
  if (it.scrollWidth > it.clientWidth) it.tabIndex = 0;
  else it.removeAttribute("tabindex");
};
const widths = new ResizeObserver((changes) => changes.forEach(({ target }) => look(target)));
for (const it of document.querySelectorAll("pre, .wide")) {
  look(it);
  widths.observe(it);
}

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
