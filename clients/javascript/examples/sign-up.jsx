// A form of React that a field document validates, by React Hook Form.
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { Checker } from "fieldd";
import { useForm } from "react-hook-form";
import document from "./signup.fields.json";

const checker = await Checker.load(document, {
  validators: { isFree: async ({ value }) => (await fetch(`/is-free?name=${encodeURIComponent(value)}`)).ok || "Taken" },
});

export function SignUp({ onSubmit }) {
  const { register, handleSubmit, formState: { errors } } = useForm({ resolver: standardSchemaResolver(checker) });
  return (
    <form onSubmit={handleSubmit(onSubmit)}>
      <input {...register("email")} />
      {errors.email && <p role="alert">{errors.email.message}</p>}
      <button>Sign up</button>
    </form>
  );
}
