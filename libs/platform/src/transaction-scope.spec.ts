import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  assertOutsideTransaction,
  inTransactionScope,
  NetworkInTransactionError,
  outsideTransactions,
} from './transaction-scope.js';

const root = new URL('../../../', import.meta.url).pathname;

describe('a call over the network', () => {
  it('is refused while a transaction is open, wherever it is made', async () => {
    const store = outsideTransactions('a store', { size: 3, put: (key: string) => Promise.resolve(key) });
    expect([await store.put('a'), store.size]).toEqual(['a', 3]);
    const deep = async () => {
      await Promise.resolve();
      return store.put('b');
    };
    await expect(inTransactionScope(deep)).rejects.toThrow(NetworkInTransactionError);
    await expect(inTransactionScope(deep)).rejects.toThrow('a store: put inside a transaction');
  });

  it('is fine after the end of the transaction in which its work was begun', async () => {
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const late = await inTransactionScope(() =>
      Promise.resolve({ call: ended.then(() => assertOutsideTransaction('a late call')) }),
    );
    end();
    await expect(late.call).resolves.toBeUndefined();
  });

  it('is found out in every transaction: they all begin in one place', () => {
    const sources = ['libs', 'services'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((path) => /\/src\/.*\.ts$/.test(path) && !/\.spec\.ts$|\/test\/|\/migrations\//.test(path))
        .map((path) => join(folder, path)),
    );
    const begins = sources.filter((path) =>
      /(dataSource|manager|runner|connection)\.(transaction|startTransaction)\(|\bbegin\b;?['"`]/i.test(
        readFileSync(join(root, path), 'utf8'),
      ),
    );
    expect(begins).toEqual(['libs/platform/src/database.ts']);
  });
});
