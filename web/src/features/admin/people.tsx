import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { adminTexts } from '#texts/admin';
import { adminCall, paths } from './api';
import { sectionPath } from './sections';
import type { AdminUser } from './types';

/** As many accounts as the server tells in one answer. */
const AT_ONCE = 100;

interface Asked {
  id: number;
  tell: (person: AdminUser | null) => void;
  fail: (error: unknown) => void;
}

const waiting: Asked[] = [];

/** Asks once for everybody who is named on a screen. */
async function askForAll(): Promise<void> {
  const asked = waiting.splice(0, AT_ONCE);
  if (waiting.length > 0) setTimeout(() => void askForAll(), 0);
  const ids = [...new Set(asked.map(({ id }) => id))];
  try {
    const found = await adminCall<AdminUser[]>(`${paths.users}?limit=${AT_ONCE}&ids=${ids.join(',')}`);
    for (const { id, tell } of asked) tell(found.find((person) => person.id === id) ?? null);
  } catch (error) {
    for (const { fail } of asked) fail(error);
  }
}

function readPerson(id: number): Promise<AdminUser | null> {
  return new Promise((tell, fail) => {
    if (waiting.length === 0) setTimeout(() => void askForAll(), 0);
    waiting.push({ id, tell, fail });
  });
}

interface PersonProps {
  id: number;
  /** What they are here, before the name. */
  label?: string;
}

/** Somebody by name, leading to their account; by number as long as the name is not known. */
export function Person({ id, label }: PersonProps) {
  const { data } = useQuery({ queryKey: [paths.users, 'person', id], queryFn: () => readPerson(id) });
  const name = data ? data.username || data.email : adminTexts.people.number(id);
  return (
    <span className="wrap-anywhere">
      {label && `${label} `}
      {data ? (
        <Link
          href={sectionPath('users', { q: data.email })}
          title={data.email}
          className="inline-flex min-h-6 items-center underline decoration-line underline-offset-4 hover:decoration-current"
        >
          {name}
        </Link>
      ) : (
        name
      )}
    </span>
  );
}
