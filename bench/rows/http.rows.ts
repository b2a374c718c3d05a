import { createSigner } from 'fast-jwt';
import { SESSION_ISSUER } from '#contracts';
import { type Finding, type Goal, ratioFinding } from '../finding.js';
import { interleave, type Target } from '../interleave.js';
import type { PinnedProcess } from '../pinned-process.js';
import { owner, type Row, type Stage } from '../stage.js';

const at = (process: PinnedProcess, path: string): Target => ({
  url: process.url + path,
  processes: [process],
});

async function compare(
  stage: Stage,
  row: string,
  what: string,
  [ours, control]: [Target, Target],
  goals: { throughput: Goal; cpu: Goal },
): Promise<Finding[]> {
  const result = await interleave(ours, control, stage.rounds);
  return [
    ratioFinding(
      row,
      `${what}: throughput`,
      'req/s',
      result.ours.throughput,
      result.control.throughput,
      goals.throughput,
    ),
    ratioFinding(row, `${what}: processor`, 'µs/req', result.ours.cpu, result.control.cpu, goals.cpu),
  ];
}

/** The control must not be slow itself: bare Fastify against node:http. */
export const controlRow: Row = async (stage) => {
  const [fastify, http] = [await stage.control('health'), await stage.control('http')];
  return compare(
    stage,
    'P0',
    'the control: Fastify / node:http',
    [at(fastify, '/health/live'), at(http, '/health/live')],
    { throughput: { atLeast: 0.75 }, cpu: {} },
  );
};

/** What the framework costs: a liveness route with everything a service puts around it. */
export const frameworkRow: Row = async (stage) => {
  const [ours, bare] = [await stage.service('agreements'), await stage.control('health')];
  return compare(
    stage,
    'P1',
    'liveness route / Fastify',
    [at(ours, '/health/live'), at(bare, '/health/live')],
    {
      throughput: { atLeast: 0.75 },
      cpu: { atMost: 1.35 },
    },
  );
};

/** Reading one agreement, with token, ownership and validation, against the same statement without them. */
export const hotReadRow: Row = async (stage) => {
  const ours = await stage.service('agreements');
  const bare = await stage.control('sql', databaseOf(stage));
  const path = `/api/agreements/${await stage.agreement(ours.url)}`;
  const headers = () => ({ 'x-service-token': stage.tokens.issue(owner) });
  return compare(
    stage,
    'P2',
    'agreement by id / Fastify + SQL',
    [{ ...at(ours, path), headers }, at(bare, path)],
    {
      throughput: { atLeast: 0.6 },
      cpu: { atMost: 1.7 },
    },
  );
};

/** What the gateway costs: its hop against a proxy that only passes on, and the whole way against none. */
export const gatewayRow: Row = async (stage) => {
  const upstream = await stage.control('upstream');
  const agreements = await stage.service('agreements');
  const gateway = await stage.service('gateway', {
    PORT: '0',
    GATEWAY_PORT: '0',
    AUTH_URL: upstream.url,
    PAYMENTS_URL: upstream.url,
    AGREEMENTS_URL: agreements.url,
  });
  const proxy = await stage.control('proxy', { UPSTREAM_URL: upstream.url });
  const bare = await stage.control('sql', databaseOf(stage));
  const sign = createSigner({
    key: stage.env.SESSION_TOKEN_SECRET ?? '',
    iss: SESSION_ISSUER,
    expiresIn: 3_600_000,
  });
  const session = sign({ sid: 'bench', sub: String(owner.id), role: 'user' });
  const headers = () => ({ authorization: `Bearer ${session}` });

  const hop = await compare(
    stage,
    'P4',
    'hop / bare proxy',
    [{ ...at(gateway, '/api/config'), headers }, at(proxy, '/api/config')],
    { throughput: {}, cpu: { atMost: 1.3 } },
  );
  const path = `/api/agreements/${await stage.agreement(agreements.url)}`;
  const way = await compare(
    stage,
    'P4',
    'gateway → service → SQL / Fastify + SQL',
    [{ ...at(gateway, path), headers, processes: [gateway, agreements] }, at(bare, path)],
    { throughput: { atLeast: 0.3 }, cpu: {} },
  );
  return [...hop, ...way];
};

function databaseOf(stage: Stage): Record<string, string> {
  return { DATABASE_URL: stage.env.AGREEMENTS_DATABASE_URL ?? '' };
}
