// A form that is drawn by a program of its own: `draw` is called with each field that has changed.
import { Daemon } from "fieldd";

export async function showForm(draw) {
  const daemon = await Daemon.load({ locale: navigator.language, store: localStorage });
  const form = await daemon.open(new URL("signup.fields.json", document.baseURI));
  form.fields.forEach(draw);
  form.onChange = ({ fields }) => {
    for (const key of Object.keys(fields)) draw(form.field(key));
  };
  return form;
}
