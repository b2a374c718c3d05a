import { makeSecrets } from './make-secrets.js';

/** Prints the secrets of a production, those of the environment kept: `make secrets >> .env`. */
process.stdout.write(`${makeSecrets(process.env).join('\n')}\n`);
