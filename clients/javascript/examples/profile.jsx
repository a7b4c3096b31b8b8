// A form of TanStack that a field document validates.
import { useForm } from "@tanstack/react-form";

export function useProfile(checker, onSubmit) {
  return useForm({
    defaultValues: { name: "", lines: [] },
    // With validators that give promises it belongs to onChangeAsync.
    validators: { onChange: checker },
    onSubmit: ({ value }) => onSubmit(value),
  });
}
