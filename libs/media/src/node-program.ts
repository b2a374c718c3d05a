import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MediaError } from './media.error.js';
import { lastLine, type MediaToolResult, runMediaTool } from './media-tool.js';

export interface NodeProgramOptions {
  /** Wall clock limit in milliseconds; the process is killed when it is over. */
  timeoutMs: number;
  /** Of memory that it may write to, in bytes, with all that Node itself needs: about 1 GiB before it does anything. */
  dataBytes: number;
  /** Of its heap, in megabytes; by default Node decides. */
  heapMegabytes?: number;
  signal?: AbortSignal | undefined;
  /** Who waits for others when processors are few: 19 for all others; default 10. */
  niceness?: number;
  /** Shares the processors with this process, as `runMediaTool` says. */
  staysInGroup?: boolean;
  /** Is told of the process once it runs. */
  onStart?: (child: ChildProcess) => void;
}

/** What a program that is asked one thing sends. */
export type ProgramReply<Answer> = { answer: Answer } | { failure: string };

/**
 * Runs a Node program of ours in a process of its own, with the limits of `runMediaTool`: long calculations keep the service
 * from nothing, and whatever ends the process does not end the service. It is sent its task at its start. It ends by itself
 * after it has disconnected, and has to end when it is disconnected.
 * @param program its compiled file; beside sources, the source of the same name is run.
 * @throws MediaError as `runMediaTool` does; the signal's reason when aborted.
 */
export function runNodeProgram(
  program: URL,
  task: object,
  { heapMegabytes, ...limits }: NodeProgramOptions,
  onMessage: (message: unknown) => void,
): Promise<MediaToolResult> {
  const heap = heapMegabytes === undefined ? [] : [`--max-old-space-size=${heapMegabytes}`];
  return runMediaTool(process.execPath as `/${string}`, [...process.execArgv, ...heap, fileOf(program)], {
    ...limits,
    channel: { task, onMessage },
  });
}

/**
 * What a Node program answers to its one task.
 * @throws MediaError `timeout`; `failed` when it says why it has no answer, or ends without one; the signal's reason.
 */
export async function askNodeProgram<Answer>(
  program: URL,
  task: object,
  options: NodeProgramOptions,
): Promise<Answer> {
  const replies: ProgramReply<Answer>[] = [];
  const keep = (message: unknown) => void replies.push(message as ProgramReply<Answer>);
  const { exitCode, stderr } = await runNodeProgram(program, task, options, keep).catch((error: unknown) => {
    // How it ends after its answer is nobody's business.
    if (replies.length === 0 || options.signal?.aborted) throw error;
    return { exitCode: 0, stderr: '' };
  });
  const [reply] = replies;
  if (!reply) {
    const name = basename(program.pathname);
    throw new MediaError('failed', `${name} ended with ${exitCode} and no answer: ${lastLine(stderr)}`);
  }
  if ('failure' in reply) throw new MediaError('failed', reply.failure);
  return reply.answer;
}

function fileOf(program: URL): string {
  const compiled = fileURLToPath(program);
  return existsSync(compiled) ? compiled : compiled.replace(/\.js$/, '.ts');
}
