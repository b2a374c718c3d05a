import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import proxyAddr from '@fastify/proxy-addr';
import { parse } from 'yaml';
import { configVariables, environmentOf, programVariables, publicKeysOf, seedVariables } from '#platform';
import { AgreementsConfig } from '../services/agreements/src/config.js';
import { AuthConfig } from '../services/auth/src/config.js';
import { GatewayConfig } from '../services/gateway/src/config.js';
import { NotificationsConfig } from '../services/notifications/src/config.js';
import { PaymentsConfig } from '../services/payments/src/config.js';
import { TranscriptionConfig } from '../services/transcription/src/config.js';
import { makeSecrets, ownSecrets, speakers } from './image/make-secrets.js';
import { checkConfigurations } from './image/preparation.js';
import { readPorts } from './local/settings.js';

const root = resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const configs = {
  auth: AuthConfig,
  agreements: AgreementsConfig,
  payments: PaymentsConfig,
  transcription: TranscriptionConfig,
  notifications: NotificationsConfig,
  gateway: GatewayConfig,
};
type Service = keyof typeof configs;
const services = Object.keys(configs) as Service[];

interface ComposeService {
  image?: string;
  build?: object;
  command?: string[];
  ports?: string[];
  networks?: string[];
  volumes?: string[];
  cap_drop?: string[];
  security_opt?: string[];
  read_only?: boolean;
  pids_limit?: number;
  mem_limit?: string;
  logging?: { driver: string; options: Record<string, string> };
  environment?: Record<string, string | null>;
  depends_on?: Record<string, { condition: string }>;
}

const composeText = read('docker-compose.yml');
const compose = (parse(composeText, { merge: true }) as { services: Record<string, ComposeService> })
  .services;
const dockerfile = read('deploy/Dockerfile');
/** The stage that becomes the image. */
const image = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
const readme = read('README.md');

/** What compose leaves out on purpose. */
const notPassed: Record<string, string> = {
  CLOCK_FILE: 'moves the time in tests',
  FAILPOINT_DIR: 'ends a process in tests',
  SCHEDULE_MAX_MS: 'makes schedules faster in tests',
  OPENAPI_FILE: 'the file lies where the service looks without it',
  ASYNCAPI_FILE: 'the file lies where the service looks without it',
  ADMIN_EMAIL: 'for migrate alone, which makes the administrator',
  ADMIN_PASSWORD: 'for migrate alone, which makes the administrator',
};

/** The variables that a service's config class reads. */
const variables = (service: Service): string[] => configVariables(configs[service]);

const passed = (service: string): string[] => Object.keys(compose[service]?.environment ?? {});
const inImage = [...image.matchAll(/(\w+)=\S+/g)].map(([, name = '']) => name);
/** `S3_REGION` and `PAYMENTS_S3_REGION` are the same for the service `payments`. */
const named = (service: Service, name: string): string[] => [name, `${service.toUpperCase()}_${name}`];

describe('the variables of the services', () => {
  it.each(services)('%s gets from compose and image all that it reads', (service) => {
    const given = [...passed(service), ...inImage, ...Object.keys(notPassed)];
    const missing = variables(service).filter(
      (name) =>
        !named(service, name).some((one) => given.includes(one)) &&
        // The gateway has no database.
        !(service === 'gateway' && name === 'DATABASE_URL'),
    );
    expect(missing).toEqual([]);
    expect(variables(service).length).toBeGreaterThan(10);
  });

  it.each(services)('%s is given what its config class reads, as the table says', (service) => {
    const forOthers = service === 'auth' ? [...seedVariables] : service === 'gateway' ? ['DATABASE_URL'] : [];
    const reads = variables(service).filter((name) => !forOthers.includes(name));
    expect([...programVariables[service]].sort()).toEqual(reads);
  });

  it.each(services)('%s is given nothing by compose that belongs to another service', (service) => {
    const given = passed(service);
    const own = programVariables[service].flatMap((name) => named(service, name));
    expect(given.filter((name) => !own.includes(name))).toEqual([]);
    const whole = Object.fromEntries(passed('migrate').map((name) => [name, 'x']));
    // Which of Stripe's two addresses wins is decided where the service reads them.
    const both = Object.keys(environmentOf(service, { ...whole, PAYMENTS_STRIPE_API_BASE: '' }));
    const expected = [...Object.keys(environmentOf(service, whole)), ...both];
    expect(given.sort()).toEqual([...new Set(expected)].sort());
  });

  it('reasons for leaving one out are about variables that exist and are left out', () => {
    const known = new Set(services.flatMap(variables));
    const given = new Set(services.flatMap(passed));
    expect(Object.keys(notPassed).filter((name) => !known.has(name) || given.has(name))).toEqual([]);
    expect(passed('migrate')).toEqual(expect.arrayContaining(['ADMIN_EMAIL', 'ADMIN_PASSWORD']));
  });

  it('nothing is passed that no service reads', () => {
    const known = new Set(services.flatMap((one) => variables(one).flatMap((name) => named(one, name))));
    // The password of the server is only looked at, and the last signs what `make verify` hands over.
    for (const name of ['POSTGRES_PASSWORD', 'VERIFY_SERVICE_TOKEN_SECRET']) known.add(name);
    const given = new Set([...services, 'migrate'].flatMap(passed));
    expect([...given].filter((name) => !known.has(name))).toEqual([]);
  });

  it('the stand-in for Stripe gets all that it reads, and gets nothing else', () => {
    const main = read('stand-ins/stripe/stripe.main.ts');
    const reads = new Set(main.match(/\b[A-Z]+(?:_[A-Z]+)+\b/g));
    for (const name of [...reads].filter((one) => one.endsWith('CLOCK_FILE'))) reads.delete(name);
    expect(passed('stripe').sort()).toEqual([...reads].sort());
  });

  it('no other part of a service reads the environment by itself', () => {
    const sources = globSync(['services/*/src/**/*.ts', 'libs/!(testing)/src/**/*.ts'], { cwd: root });
    const direct = sources
      .filter((file) => !/\.spec\.ts$|\/test\//.test(file))
      .flatMap((file) => read(file).match(/process\.env\.\w+/g) ?? []);
    expect([...new Set(direct)].sort()).toEqual(['process.env.FAILPOINT_DIR', 'process.env.PATH']);
    expect(sources.length).toBeGreaterThan(100);
  });
});

describe('the README', () => {
  const section = /## Configuration\n([\s\S]*?)\n## /.exec(readme)?.[1] ?? '';
  const names = (text: string): string[] => {
    const code = [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span).join(' ');
    return [...new Set(code.match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b|\b[A-Z]{4,}\b/g))];
  };

  it('names settings that containers take from whoever starts them', () => {
    const settings = names(section);
    expect(settings.length).toBeGreaterThan(30);
    const taken = settings.filter((name) => {
      const isInterpolated = composeText.includes(`\${${name}:`) || composeText.includes(`\${${name}-`);
      return isInterpolated || new RegExp(`^ +${name}:$`, 'm').test(composeText);
    });
    expect(settings.filter((name) => !taken.includes(name))).toEqual([]);
  });

  it('names no variable that nothing reads', () => {
    const places = ['{services,libs,deploy,e2e,bench}/**/*.ts', 'web/*.ts', '*.mjs', 'Makefile'];
    const sources = globSync(places, { cwd: root }).filter((file) => !file.endsWith('configuration.spec.ts'));
    const all = [composeText, ...services.flatMap(variables), ...sources.map(read)].join('\n');
    expect(names(readme).filter((name) => !new RegExp(`\\b${name}\\b`).test(all))).toEqual([]);
  });
});

describe('the proxies that the documents show', () => {
  const nginx = /within `http`:\n+```\n([\s\S]*?)\n```/.exec(read('docs/operations.md'))?.[1] ?? '';

  // What nginx logs of its own accord has the query, and links in mails carry their keys there.
  it('log no query, and so no key of a mailed link', () => {
    const [, format = '', variables = ''] = /^log_format (\w+) '(.*)';$/m.exec(nginx) ?? [];
    expect(variables.match(/\$\w+/g)).toEqual(expect.arrayContaining(['$request_method', '$uri', '$status']));
    expect(variables).not.toMatch(/\$(request|request_uri|args|query_string|arg_\w+|http_referer|is_args)\b/);
    const logs = [...nginx.matchAll(/^\s*access_log (.*);/gm)].map(([, said]) => said);
    expect(logs).toEqual([`/var/log/nginx/access.log ${format}`]);
  });
});

describe('the proxies in front of containers', () => {
  it('are believed as the documents name them, whatever address their network gets', () => {
    const [, said = ''] =
      /With `docker compose`[^\n]*?`TRUSTED_PROXIES=(\S+)`/.exec(read('docs/operations.md')) ?? [];
    const isTrusted = proxyAddr.compile(said.split(','));
    // What Docker gives to networks that ask for no address of their own.
    for (const address of ['172.17.0.1', '172.20.0.1', '172.31.0.1', '192.168.240.1', '::ffff:172.23.0.1']) {
      expect([address, isTrusted(address, 0)]).toEqual([address, true]);
    }
    expect(isTrusted('203.0.113.9', 0)).toBe(false);
    // Who comes from elsewhere does not come from a private network as long as it is published to this machine alone.
    expect(compose.gateway?.ports).toEqual([expect.stringMatching(/^\$\{PUBLISH_ADDRESS:-127\.0\.0\.1\}:/)]);
  });
});

describe('the containers', () => {
  const product = [...services, 'migrate', 'stripe'];

  it('are of one image, which is built once, by what the services wait for', () => {
    expect(Object.keys(compose).filter((name) => compose[name]?.build)).toEqual(['migrate']);
    expect(new Set(product.map((name) => compose[name]?.image)).size).toBe(1);
    for (const name of services) {
      expect(compose[name]?.depends_on?.migrate?.condition).toBe('service_completed_successfully');
    }
  });

  it('take the same ports as `make up` where nobody says otherwise', () => {
    const ports = readPorts({}) as Record<string, number>;
    const usual = [...composeText.matchAll(/\$\{(\w*PORT):-(\d+)\}/g)].filter(
      ([, name = '']) => name in ports,
    );
    expect(usual.length).toBeGreaterThan(8);
    for (const [text, name = '', port] of usual) expect([text, ports[name]]).toEqual([text, Number(port)]);
  });

  it('say addresses that follow the published ports', () => {
    const { PUBLIC_URL, STRIPE_PUBLIC_BASE } = compose.gateway?.environment ?? {};
    expect(compose.gateway?.ports).toEqual([expect.stringMatching(/^\$\{PUBLISH_ADDRESS:-127\.0\.0\.1\}:/)]);
    const published = (name: string): string =>
      /\$\{\w+:-\d+\}/.exec(compose[name]?.ports?.[0] ?? '')?.[0] ?? '?';
    expect(PUBLIC_URL).toContain(`http://localhost:${published('gateway')}`);
    expect(STRIPE_PUBLIC_BASE).toContain(`http://localhost:${published('stripe')}`);
  });

  it('listen where the others look for them', () => {
    for (const service of services) {
      const { environment = {}, command = [] } = compose[service] ?? {};
      const variable = service === 'gateway' ? 'PORT' : `${service.toUpperCase()}_PORT`;
      const port = environment[variable];
      if (service !== 'gateway') {
        const addresses = compose.migrate?.environment ?? {};
        expect(addresses[`${service.toUpperCase()}_URL`]).toBe(`http://${service}:${port}`);
      }
      const health = JSON.stringify(compose[service]).match(/127\.0\.0\.1:(\d+)/)?.[1];
      expect([service, health]).toEqual([service, port]);
      expect(command.at(-1)).toBe(`dist/services/${service}/src/main.js`);
    }
  });
});

describe('what containers may do', () => {
  const names = Object.keys(compose);

  it('is no more than their programs need', () => {
    for (const name of names) {
      const { cap_drop, security_opt, pids_limit, mem_limit, read_only } = compose[name] ?? {};
      expect([name, cap_drop, security_opt]).toEqual([name, ['ALL'], ['no-new-privileges:true']]);
      expect([name, typeof pids_limit, typeof mem_limit]).toEqual([name, 'number', 'string']);
      const isOurs = compose[name]?.image === compose.gateway?.image;
      expect([name, read_only ?? false]).toEqual([name, isOurs]);
    }
  });

  it('leaves the broker more memory than its queues may take before they write to the disk', () => {
    const { mem_limit = '', volumes = [] } = compose.rabbitmq ?? {};
    const [, file = ''] =
      volumes
        .map((volume) => /^\.\/(.+):\/etc\/rabbitmq\/conf\.d\/.+\.conf:ro$/.exec(volume) ?? [])
        .find(([whole]) => whole !== undefined) ?? [];
    expect(file).not.toBe('');
    const settings = Object.fromEntries(
      read(file)
        .split('\n')
        .filter((line) => /^[^#]/.test(line))
        .map((line) => line.split(' = ')),
    ) as Record<string, string>;
    const mebibyte = 2 ** 20;
    const limit = Number(/^(\d+)g$/.exec(mem_limit)?.[1]) * 1024 * mebibyte;
    const log = Number(settings['raft.wal_max_size_bytes']);
    const watermark = Number(settings['vm_memory_high_watermark.absolute']);
    // RabbitMQ asks for three times the limit of the log of its quorum queues, besides what the broker itself needs.
    expect(3 * log + 256 * mebibyte).toBeLessThan(watermark);
    // Garbage is collected after publishing has stopped, too.
    expect(watermark).toBeLessThan(0.75 * limit);
  });

  it('leaves no log that fills the disk', () => {
    const logging = { driver: 'json-file', options: { 'max-size': '50m', 'max-file': '5' } };
    for (const name of names) expect([name, compose[name]?.logging]).toEqual([name, logging]);
  });

  it('leaves the gateway without databases and objects, and servers without the front', () => {
    const reach = (name: string) => compose[name]?.networks ?? [];
    const meet = (one: string, other: string) => reach(one).some((network) => reach(other).includes(network));
    for (const server of ['postgres', 'redis', 'rabbitmq', 'objects']) {
      expect([server, reach(server).length, reach(server).includes('front')]).toEqual([server, 1, false]);
    }
    expect([meet('gateway', 'postgres'), meet('gateway', 'objects')]).toEqual([false, false]);
    expect([meet('auth', 'objects'), meet('notifications', 'objects')]).toEqual([false, false]);
    for (const service of services) {
      expect([service, meet(service, 'redis'), meet(service, 'gateway')]).toEqual([service, true, true]);
    }
  });

  it('is to read recordings only for those who keep them', () => {
    const mounts = services.filter((name) => compose[name]?.volumes?.includes('objects:/data'));
    expect(mounts).toEqual(['agreements', 'transcription']);
  });
});

describe('the secrets of a production', () => {
  /** What compose passes when its caller has set nothing, or these. */
  function environment(given: Record<string, string> = {}): Record<string, string> {
    const fill = (text: string): string => {
      const filled = text.replace(
        /\$\{(\w+)(?::?-|:\+)?([^{}]*)\}/g,
        (whole, name: string, other: string) => {
          if (whole.includes(':+')) return given[name] ? other : '';
          return given[name] ?? other;
        },
      );
      return filled === text ? text : fill(filled);
    };
    const entries = Object.entries(compose.migrate?.environment ?? {});
    const values = entries.map(([name, value]) => [name, value === null ? given[name] : fill(value)]);
    return Object.fromEntries(values.filter(([, value]) => value !== undefined));
  }
  const refusal = async (env: Record<string, string>): Promise<string> =>
    checkConfigurations(env).then(
      () => 'it starts',
      (error: Error) => error.message,
    );
  const tried = {
    PROFILE: 'production',
    ALLOW_SANDBOX: 'no money moves',
    TRUSTED_PROXIES: 'none',
    STRIPE_WEBHOOK_SECRET: `whsec_${'q'.repeat(32)}`,
  };
  const made = (): Record<string, string> =>
    Object.fromEntries(makeSecrets({}).map((line) => line.split(/=(.*)/s).slice(0, 2)));

  it('are all refused as compose has them, each by its name', async () => {
    expect(await refusal(environment())).toBe('it starts');
    const refused = await refusal(environment(tried));
    const byServers = ['REDIS_PASSWORD', 'RABBITMQ_PASSWORD'];
    const inUrls: Record<string, string> = { REDIS_PASSWORD: 'REDIS_URL', RABBITMQ_PASSWORD: 'AMQP_URL' };
    for (const name of ownSecrets) {
      const variable = inUrls[name] ?? name.replace('_DATABASE_PASSWORD', '_DATABASE_URL');
      expect(refused).toMatch(new RegExp(`\\b${variable} is a local default`));
    }
    expect(byServers.every((name) => ownSecrets.includes(name))).toBe(true);
    const defaults = [...composeText.matchAll(/\$\{(\w+):-(?:local-|whsec_local)/g)].map(([, name]) => name);
    expect([...new Set(defaults)].sort()).toEqual([...ownSecrets, 'STRIPE_WEBHOOK_SECRET'].sort());
  });

  it('start it as `make secrets` prints them', async () => {
    expect(await refusal(environment({ ...tried, ...made() }))).toBe('it starts');
  });

  it('are written for their owner alone, to files that neither the repository nor the image takes', () => {
    const steps = ['README.md', 'docs/security.md'].flatMap((file) => [
      ...read(file).matchAll(/`([^`\n]*make (?:-s )?secrets[^`\n]*> (\.env[\w.]*)[^`\n]*)`/g),
    ]);
    expect(steps.length).toBeGreaterThan(1);
    for (const [, step, file = ''] of steps) {
      // The mask holds for files that the same shell opens.
      expect([step, /^\(umask 077;.*\)$/.test(step ?? '')]).toEqual([step, true]);
      for (const list of ['.gitignore', 'deploy/Dockerfile.dockerignore']) {
        const ignores = (line: string): boolean =>
          new RegExp(`^${line.replaceAll('.', '\\.').replaceAll('*', '.*')}$`).test(file);
        expect([
          list,
          file,
          read(list)
            .split('\n')
            .some((line) => line !== '' && ignores(line)),
        ]).toEqual([...[list, file, true]]);
      }
    }
  });

  it('are refused when one is left out, and when public keys belong to others', async () => {
    const { S3_SECRET_KEY: _left, ...rest } = made();
    expect(await refusal(environment({ ...tried, ...rest }))).toBe(
      'S3_SECRET_KEY is a local default; set one of your own',
    );
    const { SERVICE_TOKEN_PUBLIC_KEYS: keys = '' } = made();
    const foreign = await refusal(environment({ ...tried, ...made(), SERVICE_TOKEN_PUBLIC_KEYS: keys }));
    expect(foreign).toMatch(/gateway: SERVICE_TOKEN_PUBLIC_KEYS has another key for gateway/);
  });

  it('come with an https address and named proxies', async () => {
    const { ALLOW_SANDBOX: _words, TRUSTED_PROXIES: _proxies, ...rest } = { ...tried, ...made() };
    const refused = await refusal(environment(rest));
    for (const name of ['PUBLIC_URL is not https', 'TRUSTED_PROXIES is not set', 'real Stripe keys']) {
      expect(refused).toContain(name);
    }
  });

  it('come with a mail server, a sender and an address of support', async () => {
    const { ALLOW_SANDBOX: _words, ...rest } = { ...tried, ...made() };
    const keys = { STRIPE_SECRET_KEY: 'sk_live_unused', STRIPE_PUBLISHABLE_KEY: 'pk_live_unused' };
    const real = { ...rest, ...keys, PUBLIC_URL: 'https://contracts.example.com' };
    const refused = await refusal(environment(real));
    expect(refused.split('\n').sort()).toEqual([
      expect.stringMatching(/^notifications: MAIL_FROM /),
      expect.stringMatching(/^notifications: SMTP_URL /),
      expect.stringMatching(/^notifications: SUPPORT_EMAIL /),
    ]);
    const mail = {
      SMTP_URL: 'smtp://mail.example.com:587',
      MAIL_FROM: 'Proof <proof@example.com>',
      SUPPORT_EMAIL: 'support@example.com',
    };
    expect(await refusal(environment({ ...real, ...mail }))).toBe('it starts');
  });

  it.each([
    ['SMTP_URL', 'smtp://AKIA1:BPd/xyz+a=@email-smtp.us-east-1.amazonaws.com:587'],
    ['SMTP_URL', 'smtp://name:12#c@mail.example.com:587'],
    ['SMTP_URL', 'smtp://name:12?c@mail.example.com:587'],
    ['SMTP_URL', 'smtp://name:100%@mail.example.com:587'],
    ['S3_ENDPOINT', 's3.eu-central-1.amazonaws.com'],
    ['S3_ENDPOINT', 's3.example.com:9000'],
    ['TRUSTED_PROXIES', 'nginx'],
    ['TRUSTED_PROXIES', '10.0.0.2;10.0.0.3'],
    ['SEAL_KEYS_LEAKED', 'none-of-these@2026-11-24T10:00:00Z'],
    ['PDF_SIGNING_KEY', 'LS0t'.repeat(20)],
  ])('come with values that services can use, or the wrong one is named: %s=%s', async (name, value) => {
    const refused = await refusal(environment({ ...tried, ...made(), [name]: value }));
    expect(refused.split('\n')).toEqual([expect.stringContaining(name)]);
    // What is refused may be a password.
    expect(refused).not.toContain(value);
  });

  it.each([
    ['SMTP_URL', 'smtp://AKIA1:BPd%2Fxyz+a=@email-smtp.us-east-1.amazonaws.com:587?requireTLS=true'],
    ['S3_ENDPOINT', 'https://s3.example.com'],
    ['TRUSTED_PROXIES', '10.0.0.2, 172.16.0.0/12,uniquelocal'],
  ])('come with such as %s=%s', async (name, value) => {
    expect(await refusal(environment({ ...tried, ...made(), [name]: value }))).toBe('it starts');
  });

  it('have local public keys that belong to local secrets', () => {
    const local = speakers.map((name) => [name, `local-${name}-service-token-secret-change-me`]);
    expect(environment().SERVICE_TOKEN_PUBLIC_KEYS).toBe(publicKeysOf(Object.fromEntries(local)));
  });
});

describe('the image', () => {
  /** Where each COPY of the last stage puts what, below /app. */
  const copies = [...image.matchAll(/^COPY (?:--from=\w+ )?(.+) (\S+)$/gm)].flatMap(
    ([, from = '', to = '']) => from.split(' ').map((one) => (to === './' ? one : to)),
  );
  const has = (file: string): boolean => copies.some((copy) => file === copy || file.startsWith(`${copy}/`));

  it('has every program that compose starts, made from a source that is there', () => {
    const programs = Object.values(compose).flatMap(({ command = [] }) =>
      command.filter((word) => word.endsWith('.js')),
    );
    expect(programs).toHaveLength(8);
    for (const program of programs) {
      expect([program, has(program)]).toEqual([program, true]);
      expect(existsSync(join(root, program.replace(/^dist\//, '').replace(/\.js$/, '.ts')))).toBe(true);
    }
  });

  it('has the program that checks what must hold', () => {
    expect([has('dist/deploy/verify/verify.js'), existsSync(join(root, 'deploy/verify/verify.ts'))]).toEqual([
      true,
      true,
    ]);
  });

  it('has the files that the services look for', () => {
    const gateway = new GatewayConfig();
    const ignored = read('deploy/Dockerfile.dockerignore').split('\n');
    for (const file of ['package.json', gateway.openapiFile, gateway.asyncapiFile]) {
      expect([file, has(file), existsSync(join(root, file)), ignored.includes(file)]).toEqual([
        file,
        true,
        true,
        false,
      ]);
    }
    expect(has('node_modules/fastify')).toBe(true);
    expect(image).toContain('WEB_ROOT=/app/web/dist ');
    expect(has('web/dist')).toBe(true);
  });

  it('has no tests, no tools of a checkout, and of the stand-ins that for Stripe alone', () => {
    const left = ['dist/e2e', 'dist/bench', 'dist/deploy/local', 'dist/deploy/testing'];
    for (const file of [
      ...left,
      'dist/stand-ins/index.js',
      'dist/stand-ins/openai',
      'dist/stand-ins/mailbox',
    ]) {
      expect([file, has(file)]).toEqual([file, false]);
    }
    expect(has('dist/stand-ins/stripe')).toBe(true);
    expect(dockerfile).toContain('rm -r dist/libs/testing\n');
    expect(dockerfile).toContain('npm ci --omit=dev');
    expect(image).not.toContain('--from=build /app/node_modules');
  });
});
