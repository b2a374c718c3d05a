import { localRun, main } from './local-run.js';

interface Seeds {
  seed(env: NodeJS.ProcessEnv): Promise<void>;
}

/** Makes the demo logins and the administrator, where they do not exist yet. */
await main(async () => {
  const env = process.env.PROFILE ? process.env : localRun().env;
  const { seed } = (await import(new URL('../../services/auth/src/seed.js', import.meta.url).href)) as Seeds;
  await seed(env);
  return 0;
});
