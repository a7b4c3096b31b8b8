/** What the declarations promise to a program in TypeScript; it is compiled, and never run. */
import { Checker, compileModule, Daemon, Form, FormError } from "fieldd";
import { EngineChannel } from "fieldd/engine";

/** What takes schemas asks of one, in the words of Standard Schema, version 1. */
interface Schema<Input, Output> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (
      value: unknown, options?: { readonly libraryOptions?: Record<string, unknown> | undefined } | undefined,
    ) => Answer<Output> | Promise<Answer<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}
type Answer<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | {
      readonly issues: ReadonlyArray<{
        readonly message: string;
        readonly path?: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined;
      }>;
    };
declare function takeSchema<Input, Output>(schema: Schema<Input, Output>): Output;

type SignUp = { email: string; age?: number | null };

const module: WebAssembly.Module = await compileModule(fetch("fieldd.wasm"));
const checker = await Checker.load<SignUp>({ fields: [] }, {
  module,
  validators: { isFree: ({ value, values, signal }) => (signal.aborted || value in values ? "Taken" : null) },
});
const verdict = checker.check({ email: "ada@example.com" });
const isValid: boolean = verdict.valid;
const messages: string[] = verdict.problems.map((problem) => `${problem.path}: ${problem.message}`);
const late: Promise<typeof verdict> = checker.checkAsync({ email: "ada@example.com" }, { partial: true });
for (const [record, { unchecked }] of checker.checkMany([{ email: "ada@" }])) console.log(record.email, unchecked);
const email: string = takeSchema(checker).email;
// @ts-expect-error: a record has this member
checker.check({ age: 3 });
const shipped: Checker = await Checker.load({ fields: [] });

const daemon: Daemon = await Daemon.load({ module: new URL("fieldd.wasm", import.meta.url), store: localStorage });
const form: Form = await daemon.open("{}");
const { committed } = await form.submit();
const channel = await EngineChannel.open(module);
channel.onText = (text) => console.log(text.length);
console.log(isValid, messages, late, shipped, email, committed, form.field("email").text, FormError);
await daemon.stop();
