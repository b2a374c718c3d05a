/** How Chrome, Firefox and Safari say that a part of the program could not be fetched. */
const FAILED_LOADS = [
  /failed to fetch dynamically imported module/i,
  /error loading dynamically imported module/i,
  /importing a module script failed/i,
];

/** Whether an error is a part that did not arrive: the page has to be loaded anew to ask for it again. */
export function isFailedLoad(error: unknown): boolean {
  return error instanceof Error && FAILED_LOADS.some((words) => words.test(error.message));
}
