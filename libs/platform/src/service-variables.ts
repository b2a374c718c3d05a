const everybody = [
  ...['PROFILE', 'LOG_LEVEL', 'HOST', 'PORT', 'PUBLIC_URL', 'ALLOW_SANDBOX'],
  ...['SERVICE_TOKEN_SECRET', 'SERVICE_TOKEN_PUBLIC_KEYS', 'AMQP_URL', 'REDIS_URL', 'EVENT_RETRY_DELAYS'],
  ...['DATABASE_POOL_SIZE', 'DATABASE_WAIT_MS', 'CLOCK_FILE', 'FAILPOINT_DIR', 'SCHEDULE_MAX_MS'],
  ...['STRANGERS_PER_ACCOUNT', 'STRANGERS_PER_ADDRESS', 'MAILS_PER_STRANGER'],
];
const withDatabase = [...everybody, 'DATABASE_URL'];
const withStore = [
  ...withDatabase,
  ...['STORAGE_DRIVER', 'STORAGE_DISK_ROOT', 'SPOOL_DIR', 'MIN_FREE_BYTES'],
  ...['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'],
];
const others = ['AUTH_URL', 'AGREEMENTS_URL', 'PAYMENTS_URL', 'TRANSCRIPTION_URL', 'NOTIFICATIONS_URL'];

/**
 * Which variables each program of the product is given, and no others. For a service they are those that its config
 * class reads; `PORT` may come as `AUTH_PORT`, and so on. A test compares this with the config classes and with
 * docker-compose.yml.
 */
export const programVariables = {
  gateway: [
    ...everybody,
    ...others,
    ...['SESSION_TOKEN_SECRET', 'TRUSTED_PROXIES', 'WEB_ROOT', 'OPENAPI_FILE', 'ASYNCAPI_FILE'],
    ...['STRIPE_PUBLIC_BASE', 'STRIPE_PUBLISHABLE_KEY', 'REQUESTS_PER_MINUTE', 'UPLOADS_PER_MINUTE'],
    ...['CHUNKS_PER_MINUTE', 'REMOTE_LOOKUPS_PER_MINUTE', 'QUESTIONS_PER_MINUTE', 'CERTIFICATES_PER_MINUTE'],
    ...[
      'PACKETS_PER_MINUTE',
      'BODIES_PER_ADDRESS',
      'BODIES_IN_ALL',
      'OPEN_REQUESTS_PER_ADDRESS',
      'FILE_CONNECTIONS',
    ],
    ...['SOCKETS_PER_ADDRESS', 'HANDSHAKES_PER_MINUTE'],
  ],
  auth: [
    ...withDatabase,
    ...['SESSION_TOKEN_SECRET', 'LINK_SECRET', 'SESSION_HOURS'],
    ...['LOGIN_FAILURES_PER_ACCOUNT', 'LOGIN_FAILURES_PER_ADDRESS'],
    ...['LOGIN_FAILURES_PER_ACCOUNT_IN_ALL', 'SIGNUPS_PER_ADDRESS'],
    ...['PROFILE_CHANGES_PER_ACCOUNT', 'PROFILE_CHANGES_PER_ADDRESS'],
    ...['ADDRESS_CHANGES_PER_ACCOUNT', 'VERIFICATION_MAILS_PER_ACCOUNT', 'PASSWORD_CHANGES_PER_ACCOUNT'],
    ...['RESET_REQUESTS_PER_ACCOUNT', 'RESET_REQUESTS_PER_ADDRESS', 'RESET_MAILS_PER_ACCOUNT_AND_DAY'],
  ],
  agreements: [
    ...withStore,
    ...[
      'LINK_SECRET',
      'LOG_SEAL_SECRET',
      'SEAL_SIGNING_KEY',
      'SEAL_KEYS_LEAKED',
      'TIMESTAMP_AUTHORITY_URL',
      'PDF_SIGNING_KEY',
      'PDF_SIGNING_CERTIFICATES',
      'TRANSCRIPTION_URL',
      'PAYMENTS_URL',
      'UNPAID_SECONDS_PER_DAY',
      'UNPAID_BYTES_PER_DAY',
    ],
    ...['RECOGNISED_SECONDS_PER_ACCOUNT', 'RECOGNISED_SECONDS_PER_ADDRESS'],
    ...['AUDIO_CHECKS_AT_ONCE', 'AUDIO_CHECKS_WAITING', 'LONGEST_RECORDING_SECONDS'],
  ],
  payments: [
    ...withDatabase,
    ...['AGREEMENTS_URL', 'AUTH_URL', 'NOTIFICATIONS_URL', 'LINK_SECRET', 'STRIPE_SECRET_KEY'],
    ...['STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_API_BASE', 'STRIPE_PUBLIC_BASE'],
    ...['OPERATOR_NAME', 'OPERATOR_ADDRESS', 'OPERATOR_EMAIL', 'OPERATOR_LAW', 'LONGEST_RECORDING_SECONDS'],
  ],
  transcription: [
    ...withStore,
    ...['AGREEMENTS_URL', 'OPENAI_API_KEY', 'OPENAI_BASE_URL', 'OPENAI_MODEL', 'OPENAI_TIMEOUT_MS'],
    ...['OPENAI_CHAT_MODEL', 'SPEECH_ENGINE', 'MODELS', 'MODELS_DIR', 'MODELS_URL', 'MODELS_MANIFEST'],
    ...['LONGEST_RECORDING_SECONDS', 'EXPORTS_PER_HOUR'],
  ],
  notifications: [
    ...withDatabase,
    ...others.filter((name) => name !== 'NOTIFICATIONS_URL'),
    ...['GATEWAY_URL', 'SMTP_URL', 'MAIL_FROM', 'SUPPORT_EMAIL', 'CONTACTS_PER_HOUR', 'LINK_SECRET'],
    'LONGEST_RECORDING_SECONDS',
  ],
} as const satisfies Record<string, readonly string[]>;

export type Program = keyof typeof programVariables;

/** What the first administrator is made with: for the program that makes the logins, never for a service. */
export const seedVariables = ['ADMIN_EMAIL', 'ADMIN_PASSWORD'] as const;

/** What migrations need besides the addresses of the databases: they sign what is there from before there were signatures. */
export const migrationVariables = ['PROFILE', 'LOG_SEAL_SECRET', 'SEAL_SIGNING_KEY'] as const;

/** What any process may need of its machine. */
const ofTheMachine = [
  ...['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'MALLOC_ARENA_MAX'],
  ...['NODE_ENV', 'NODE_OPTIONS', 'NODE_COMPILE_CACHE', 'NODE_EXTRA_CA_CERTS', 'NODE_USE_ENV_PROXY'],
  ...['SSL_CERT_FILE', 'SSL_CERT_DIR', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'],
  ...['http_proxy', 'https_proxy', 'no_proxy'],
];

type Values = Readonly<Record<string, string | undefined>>;

/** Of an environment for the whole product, what this service is given. */
export function environmentOf(service: Program, env: Values): Record<string, string> {
  const prefix = `${service.toUpperCase()}_`;
  const own = programVariables[service].map((name) => (env[prefix + name] ? prefix + name : name));
  return pick(env, own);
}

/** Of an environment, these variables and what any process needs of its machine. */
export function pick(env: Values, names: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of [...ofTheMachine, ...names]) {
    const value = env[name];
    if (value !== undefined) found[name] = value;
  }
  return found;
}

/** Whether a variable is to be kept from everybody but those who are given it. */
export function isSecretVariable(name: string): boolean {
  return /(_SECRET|_PASSWORD|SECRET_KEY|ACCESS_KEY|API_KEY|SIGNING_KEY)$|(^|_)(DATABASE|AMQP|REDIS|SMTP)_URL$/.test(
    name,
  );
}
