/** Focuses the first field of the form that has a problem; false when there is none. */
export function focusFirstProblem(
  form: HTMLFormElement,
  problems: Record<string, string | undefined>,
): boolean {
  const inputs = [...form.querySelectorAll<HTMLInputElement>('input[name]')];
  const first = inputs.find((input) => problems[input.name]);
  first?.focus();
  return first !== undefined;
}
