export interface Mailbox {
  name: string;
  address: string;
}

/** Splits `Name <address>`; a bare address has an empty name. */
export function parseSender(mailFrom: string): Mailbox {
  const match = /^\s*"?(?<name>[^<>"]*?)"?\s*<(?<address>[^<>]+)>\s*$/.exec(mailFrom);
  return { name: match?.groups?.name ?? '', address: match?.groups?.address ?? mailFrom.trim() };
}
