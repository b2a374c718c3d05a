import { getHeapStatistics } from 'node:v8';

/** A program for tests: it answers what it was sent and what it may use, fails as it is told, or ends without a word. */
process.once('message', (task: { failure?: string; exitCode?: number }) => {
  if (task.exitCode !== undefined) process.exit(task.exitCode);
  const reply =
    task.failure === undefined
      ? {
          answer: {
            task,
            heapBytes: getHeapStatistics().heap_size_limit,
            environment: Object.keys(process.env).sort(),
          },
        }
      : { failure: task.failure };
  process.send?.(reply, () => process.disconnect());
});
process.once('disconnect', () => process.exit());
