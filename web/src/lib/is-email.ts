const EMAIL = /^[^\s@"]+@[^\s@"]+\.[^\s@"]+$/;

/** Whether the text has the shape of an e-mail address. */
export function isEmail(text: string): boolean {
  return EMAIL.test(text.trim());
}
