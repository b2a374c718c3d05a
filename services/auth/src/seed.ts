import { createService } from '#platform';
import { AccountsService } from './accounts/accounts.module.js';
import { isGuessable } from './passwords/passwords.module.js';
import { authService } from './service.js';

interface SeededLogin {
  email: string;
  password: string;
  role: 'user' | 'admin';
}

interface Seeded {
  /** Those that can be used now. */
  logins: SeededLogin[];
  /** ADMIN_EMAIL where it is the address of somebody's own account, which is not made an administrator's; else null. */
  takenAdminEmail: string | null;
  /** ADMIN_EMAIL where the account of that administrator is disabled, and stays so; else null. */
  disabledAdminEmail: string | null;
  /** Whether anybody can administer: made now or before. */
  hasAdministrator: boolean;
}

const DEMO: SeededLogin = { email: 'demo-a@example.test', password: 'demo-party-a', role: 'user' };
const ADMIN_NAME = 'Administrator';

/**
 * Creates the demo login (local profile only) and the admin of ADMIN_EMAIL / ADMIN_PASSWORD. Repeating it changes
 * nothing; another ADMIN_PASSWORD is set once and ends the administrator's sessions. An account that somebody has signed up
 * for stays theirs, and one that was disabled stays disabled.
 */
export async function seed(env: Record<string, string | undefined>): Promise<Seeded> {
  const { app, config } = await createService(authService, env);
  try {
    await app.init();
    const accounts = app.get(AccountsService);
    const wanted: SeededLogin[] = config.profile === 'production' ? [] : [DEMO];
    if (config.adminEmail && config.adminPassword) {
      const admin = {
        email: config.adminEmail.trim().toLowerCase(),
        password: config.adminPassword,
        role: 'admin',
      } as const;
      if (config.profile === 'production' && isGuessable(admin.password, { ...admin, username: ADMIN_NAME }))
        throw new Error('ADMIN_PASSWORD needs at least 12 characters and must be hard to guess');
      wanted.push(admin);
    }
    const logins: SeededLogin[] = [];
    let takenAdminEmail: string | null = null;
    let disabledAdminEmail: string | null = null;
    for (const login of wanted) {
      const { email, password, role } = login;
      const username = role === 'admin' ? ADMIN_NAME : 'Demo Party A';
      const user = await accounts.ensure({ username, email, password }, role);
      if (role === 'admin' && user.role !== 'admin') takenAdminEmail = email;
      else if (role === 'admin' && user.disabledAt !== null) disabledAdminEmail = email;
      else logins.push(login);
    }
    const hasAdministrator = await accounts.hasAdministrator();
    return { logins, takenAdminEmail, disabledAdminEmail, hasAdministrator };
  } finally {
    await app.close();
  }
}
