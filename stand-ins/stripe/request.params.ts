import { errors } from './api.errors.js';
import type { FormFields, FormValue } from './form-body.js';

const MAX_TEXT = 5000;
const MAX_METADATA_KEYS = 50;

/**
 * Typed reading of one request's parameters. Every reader marks its parameter as known; `finish` refuses the rest,
 * as Stripe does. In all readers `undefined` means "not sent" and `null` "sent empty", which unsets a value.
 */
export class Params {
  private readonly known = new Set<string>();
  private readonly children: Params[] = [];

  constructor(
    private readonly fields: FormFields,
    private readonly parent = '',
  ) {}

  /** The parameter's full name as an error shows it, e.g. `automatic_payment_methods[enabled]`. */
  nameOf(name: string): string {
    return this.parent === '' ? name : `${this.parent}[${name}]`;
  }

  /** Whether a parameter was sent as plain text, where Stripe also takes a hash. */
  isText(name: string): boolean {
    return typeof this.fields[name] === 'string';
  }

  text(name: string, maxLength = MAX_TEXT): string | null | undefined {
    const value = this.take(name);
    if (value === undefined) return undefined;
    if (typeof value !== 'string') throw errors.invalid(this.nameOf(name), 'Invalid string');
    if (value.length > maxLength) {
      throw errors.invalid(
        this.nameOf(name),
        `Invalid string: ${value.slice(0, 20)}…; must be at most ${maxLength} characters`,
        'parameter_invalid_string',
      );
    }
    return value === '' ? null : value;
  }

  /** A text that may be left out but not unset. */
  filledText(name: string): string | undefined {
    const value = this.text(name);
    if (value === null) throw errors.emptyParam(this.nameOf(name));
    return value;
  }

  requiredText(name: string): string {
    const value = this.filledText(name);
    if (value === undefined) throw errors.missingParam(this.nameOf(name));
    return value;
  }

  integer(name: string): number | undefined {
    const value = this.filledText(name);
    if (value === undefined) return undefined;
    const number = Number(value);
    if (!/^-?\d+$/.test(value) || !Number.isSafeInteger(number)) {
      throw errors.invalid(this.nameOf(name), `Invalid integer: ${value}`, 'parameter_invalid_integer');
    }
    return number;
  }

  flag(name: string): boolean | undefined {
    const value = this.filledText(name);
    if (value === undefined) return undefined;
    if (value !== 'true' && value !== 'false') {
      throw errors.invalid(this.nameOf(name), `Invalid boolean: ${value}`);
    }
    return value === 'true';
  }

  choice<T extends string>(name: string, values: readonly T[]): T | undefined {
    const value = this.filledText(name);
    const found = values.find((item) => item === value);
    if (value !== undefined && found === undefined) {
      const list = values.length > 1 ? `one of ${values.slice(0, -1).join(', ')}, or ` : '';
      throw errors.invalid(
        this.nameOf(name),
        `Invalid ${this.nameOf(name)}: must be ${list}${values.at(-1)}`,
      );
    }
    return found;
  }

  texts(name: string): string[] | undefined {
    const value = this.take(name);
    if (value === undefined) return undefined;
    if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) {
      throw errors.invalid(this.nameOf(name), 'Invalid array');
    }
    return value;
  }

  hash(name: string): Params | undefined {
    const value = this.take(name);
    if (value === undefined) return undefined;
    if (typeof value === 'string' || Array.isArray(value))
      throw errors.invalid(this.nameOf(name), 'Invalid object');
    const child = new Params(value, this.nameOf(name));
    this.children.push(child);
    return child;
  }

  /** A list of hashes, e.g. `items[0][price]`. */
  hashes(name: string): Params[] | undefined {
    const value = this.take(name);
    if (value === undefined) return undefined;
    if (!Array.isArray(value)) throw errors.invalid(this.nameOf(name), 'Invalid array');
    const items = value.map((item, index) => {
      const itemName = `${this.nameOf(name)}[${index}]`;
      if (typeof item === 'string' || Array.isArray(item)) throw errors.invalid(itemName, 'Invalid object');
      return new Params(item, itemName);
    });
    this.children.push(...items);
    return items;
  }

  /** The sent metadata; an empty value removes its key, an empty `metadata` removes all (null). */
  metadata(): Record<string, string> | null | undefined {
    const value = this.take('metadata');
    if (value === undefined) return undefined;
    if (value === '') return null;
    if (
      typeof value === 'string' ||
      (Array.isArray(value) && value.some((item) => typeof item !== 'string'))
    ) {
      throw errors.invalid('metadata', 'Invalid object');
    }
    const entries = Object.entries(value);
    if (entries.length > MAX_METADATA_KEYS) {
      throw errors.invalid('metadata', `Metadata can have up to ${MAX_METADATA_KEYS} keys.`);
    }
    const checked: Record<string, string> = {};
    for (const [key, item] of entries) {
      if (typeof item !== 'string')
        throw errors.invalid(`metadata[${key}]`, 'Metadata values must be strings.');
      if (key.length > 40 || item.length > 500) {
        throw errors.invalid(
          `metadata[${key}]`,
          'Metadata keys can be up to 40 characters long, values up to 500 characters.',
        );
      }
      checked[key] = item;
    }
    return checked;
  }

  /** @throws StripeApiError 400 `parameter_unknown` when something was sent that nobody read */
  finish(): void {
    const unknown = this.unread();
    if (unknown.length > 0) throw errors.unknownParams(unknown);
  }

  private unread(): string[] {
    const own = Object.keys(this.fields).filter((name) => !this.known.has(name));
    return [...own.map((name) => this.nameOf(name)), ...this.children.flatMap((child) => child.unread())];
  }

  private take(name: string): FormValue | undefined {
    this.known.add(name);
    return this.fields[name];
  }
}

/** Stripe merges metadata: new keys are added, empty values remove theirs, null removes all. */
export function mergeMetadata(
  before: Record<string, string>,
  sent: Record<string, string> | null | undefined,
): Record<string, string> {
  if (sent === null) return {};
  return Object.fromEntries(Object.entries({ ...before, ...sent }).filter(([, value]) => value !== ''));
}
