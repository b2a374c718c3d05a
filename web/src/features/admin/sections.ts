/** The parts of the administration, each with its own address. */
export const SECTIONS = [
  'users',
  'agreements',
  'payments',
  'held',
  'tickets',
  'transcripts',
  'jobs',
  'system',
  'acts',
  'account',
] as const;

export type Section = (typeof SECTIONS)[number];

/** The section an address names, also one that was kept from before; the first one when it names none. */
export function parseSection(value: string | null): Section {
  const name = value === 'manual' ? 'transcripts' : value;
  return SECTIONS.find((section) => section === name) ?? SECTIONS[0];
}

/** Address of a section, with what it is narrowed to. */
export function sectionPath(section: Section, filters: Record<string, string> = {}): string {
  return `/admin?${new URLSearchParams({ section, ...filters })}`;
}

/** The address's values after some of them changed; an empty one is left out. */
export function withFilters(params: URLSearchParams, changes: Record<string, string>): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

/** What to search contracts for: a number is sent as the server keeps it, without # and spaces. */
export function contractSearch(text: string): string {
  const trimmed = text.trim();
  return /^#?[\d\s]+$/.test(trimmed) ? trimmed.replace(/\D/g, '') : trimmed;
}
