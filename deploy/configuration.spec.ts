import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { getMetadataStorage } from 'class-validator';
import { parse } from 'yaml';
import { AgreementsConfig } from '../services/agreements/src/config.js';
import { AuthConfig } from '../services/auth/src/config.js';
import { GatewayConfig } from '../services/gateway/src/config.js';
import { NotificationsConfig } from '../services/notifications/src/config.js';
import { PaymentsConfig } from '../services/payments/src/config.js';
import { TranscriptionConfig } from '../services/transcription/src/config.js';
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
function variables(service: Service): string[] {
  const found = getMetadataStorage().getTargetValidationMetadatas(configs[service], '', false, false);
  const names = new Set(found.map(({ propertyName }) => propertyName));
  return [...names].map((name) => name.replace(/([A-Z])/g, '_$1').toUpperCase());
}

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

  it('reasons for leaving one out are about variables that exist and are left out', () => {
    const known = new Set(services.flatMap(variables));
    const given = new Set(services.flatMap(passed));
    expect(Object.keys(notPassed).filter((name) => !known.has(name) || given.has(name))).toEqual([]);
    expect(passed('migrate')).toEqual(expect.arrayContaining(['ADMIN_EMAIL', 'ADMIN_PASSWORD']));
  });

  it('nothing is passed that no service reads', () => {
    const known = new Set(services.flatMap((one) => variables(one).flatMap((name) => named(one, name))));
    const given = new Set([...services, 'migrate'].flatMap(passed));
    expect([...given].filter((name) => !known.has(name))).toEqual([]);
  });

  it('the stand-in for Stripe gets all that it reads, and gets nothing else', () => {
    const main = read('libs/testing/src/stand-ins/stripe/stripe.main.ts');
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
        expect(environment[`${service.toUpperCase()}_URL`]).toBe(`http://${service}:${port}`);
      }
      const health = JSON.stringify(compose[service]).match(/127\.0\.0\.1:(\d+)/)?.[1];
      expect([service, health]).toEqual([service, port]);
      expect(command.at(-1)).toBe(`dist/services/${service}/src/main.js`);
    }
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

  it('has no tests, no tools of a checkout, and of the test library the Stripe stand-in alone', () => {
    for (const file of ['dist/e2e', 'dist/bench', 'dist/deploy/local', 'dist/deploy/testing']) {
      expect([file, has(file)]).toEqual([file, false]);
    }
    expect(has('dist/libs/testing/src/stand-ins/stripe')).toBe(true);
    expect(dockerfile).toContain('rm -r dist/libs/testing\n');
    expect(dockerfile).toContain('npm ci --omit=dev');
    expect(image).not.toContain('--from=build /app/node_modules');
  });
});
