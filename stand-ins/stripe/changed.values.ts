/** The values that an update replaced, as an event's `previous_attributes` lists them. */
export function changedValues(before: object, after: object): object {
  const changed = Object.entries(before).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(after, name)),
  );
  return Object.fromEntries(changed);
}
