import { secretsToAppend } from './make-secrets.js';

/** Prints the secrets of a production that neither the environment nor the `.env` of this folder has, to be appended there. */
process.stdout.write(secretsToAppend(process.cwd(), process.env));
