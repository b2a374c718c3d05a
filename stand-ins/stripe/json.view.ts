/** JSON as Stripe sends it, in replies and webhooks: indented by two spaces. */
export function renderJson(value: object): string {
  return JSON.stringify(value, null, 2);
}
