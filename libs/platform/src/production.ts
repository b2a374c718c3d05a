/** What production is told in words when it is only tried: no money moves, and no TLS is in front. */
export const SANDBOX_IN_WORDS = 'no money moves';

/** A secret that a process is given. */
export interface GivenSecret {
  /** The variable that it came in. */
  variable: string;
  /** What it is in there: a URL has a password. */
  what: 'secret' | 'password';
  value: string;
}

/** Beginnings of values that stand in this repository or in somebody's example. */
const KNOWN_VALUE = /^(whsec_)?(local|test|example|change|secret|password)/i;
const SECRET_NAME = /(Secret|Password|SecretKey|AccessKey|ApiKey|SigningKey)$/;
const SIGNS = /(SECRET|SIGNING_KEY)$/;
const MIN_SIGNING_LENGTH = 32;
const MIN_ADMIN_PASSWORD_LENGTH = 12;

/**
 * The secrets among the values of a config: properties that are called so, and the passwords in URLs.
 * @param variableOf the variable that a property came in
 */
export function givenSecrets(config: object, variableOf: (property: string) => string): GivenSecret[] {
  return Object.entries(config).flatMap(([property, value]): GivenSecret[] => {
    if (typeof value !== 'string') return [];
    const variable = variableOf(property);
    if (property.endsWith('Url')) {
      const password = passwordIn(value);
      return password === null ? [] : [{ variable, what: 'password', value: password }];
    }
    if (!SECRET_NAME.test(property)) return [];
    // Stripe's has one for each endpoint, and more during a rotation.
    return value.split(',').map((one) => ({ variable, what: 'secret', value: one.trim() }));
  });
}

/** Why production refuses these secrets, each by its variable's name and never by its value. */
export function weakSecrets(secrets: readonly GivenSecret[]): string[] {
  const problems = secrets.flatMap(({ variable, what, value }) => {
    const subject = what === 'password' ? `the password in ${variable}` : variable;
    if (KNOWN_VALUE.test(value)) return [`${subject} is a local default; set one of your own`];
    if (SIGNS.test(variable) && value.length < MIN_SIGNING_LENGTH) {
      return [`${subject} signs and is shorter than ${MIN_SIGNING_LENGTH} characters`];
    }
    if (variable.endsWith('ADMIN_PASSWORD') && value.length < MIN_ADMIN_PASSWORD_LENGTH) {
      return [`${subject} is shorter than ${MIN_ADMIN_PASSWORD_LENGTH} characters`];
    }
    return [];
  });
  const holders = new Map<string, string>();
  for (const { variable, value } of secrets) {
    const other = holders.get(value);
    if (other === undefined) holders.set(value, variable);
    else if (other !== variable) {
      problems.push(`${variable} and ${other} have the same value; whoever learns one knows both`);
    }
  }
  return [...new Set(problems)];
}

function passwordIn(url: string): string | null {
  try {
    const { password } = new URL(url);
    return password === '' ? null : decodeURIComponent(password);
  } catch {
    return null;
  }
}
