import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { type Finding, table } from './finding.js';
import { pinLoad } from './pinned-process.js';
import { controlRow, frameworkRow, gatewayRow, hotReadRow } from './rows/http.rows.js';
import { listRow } from './rows/list.row.js';
import { loginRow } from './rows/login.row.js';
import { eventLatencyRow, outboxLatencyRow } from './rows/message.rows.js';
import { ledgerRow, webhookRow } from './rows/money.rows.js';
import { sealRow } from './rows/seal.row.js';
import { speakersRow } from './rows/speakers.row.js';
import { speechEnginesRow } from './rows/speech-engines.row.js';
import { transcriptionRow } from './rows/transcription.row.js';
import { uploadMemoryRow } from './rows/upload.row.js';
import { type Row, Stage } from './stage.js';

const ROWS: Readonly<Record<string, Row>> = {
  P0: controlRow,
  P1: frameworkRow,
  P2: hotReadRow,
  P4: gatewayRow,
  P10: eventLatencyRow,
  P13: outboxLatencyRow,
  P18: uploadMemoryRow,
  P21: transcriptionRow,
  P24: speakersRow,
  P26: loginRow,
  P27: listRow,
  P28: ledgerRow,
  P29: speechEnginesRow,
  P30: sealRow,
  R8: webhookRow,
};

const OUTPUT = '.local/bench/latest.json';

const rounds = Number(process.env.BENCH_ROUNDS ?? 8);
const wanted = process.env.BENCH_ROWS?.split(',') ?? Object.keys(ROWS);
const unknown = wanted.filter((name) => !(name in ROWS));
if (!Number.isInteger(rounds) || rounds < 1 || unknown.length > 0) {
  process.stderr.write(
    `BENCH_ROUNDS is a number from 1, BENCH_ROWS some of ${Object.keys(ROWS).join(',')} (not ${unknown.join(',')})\n`,
  );
  process.exit(2);
}

const isPinned = pinLoad();
say(`${rounds} rounds${isPinned ? ', servers on core 0, load on core 1' : ', nothing pinned'}`);
const stage = await Stage.open(rounds);
const findings: Finding[] = [];
const failures: { row: string; reason: string }[] = [];
try {
  for (const name of wanted) {
    const began = performance.now();
    try {
      findings.push(...((await ROWS[name]?.(stage)) ?? []));
      say(`${name} measured in ${Math.round((performance.now() - began) / 1000)} s`);
    } catch (error) {
      const reason = error instanceof Error ? `${error.stack}` : String(error);
      failures.push({ row: name, reason });
      say(`${name} FAILED: ${reason}`);
    } finally {
      await stage.clear();
    }
  }
} finally {
  await stage.close();
}

process.stdout.write(`\n${table(findings)}\n`);
await mkdir('.local/bench', { recursive: true });
await writeFile(
  OUTPUT,
  `${JSON.stringify({ at: new Date().toISOString(), commit: commit(), machine: machine(), rounds, isPinned, findings, failures }, null, 2)}\n`,
);
say(`written to ${OUTPUT}`);
process.exit(failures.length > 0 ? 1 : 0);

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}

function machine(): { node: string; cpu: string; cores: number } {
  const all = cpus();
  return { node: process.version, cpu: all[0]?.model ?? 'unknown', cores: all.length };
}
