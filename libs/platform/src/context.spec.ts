import { contextFromHeaders, currentContext, runInContext } from './context.js';

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

describe('contextFromHeaders', () => {
  it('keeps ids that look like ids', () => {
    const headers = { 'x-correlation-id': 'order-1234', traceparent };
    expect(contextFromHeaders(headers)).toEqual({
      correlationId: 'order-1234',
      causationId: null,
      traceparent,
    });
  });

  it.each([undefined, '', 'short', 'x'.repeat(65), 'has space', 'line\nbreak', ['a-list-of-ids']])(
    'replaces the correlation id %j',
    (value) => {
      const { correlationId } = contextFromHeaders({ 'x-correlation-id': value });
      expect(correlationId).not.toBe(value);
      expect(correlationId).toMatch(/^[\w-]{36}$/);
    },
  );

  it('drops a trace context that is none', () => {
    expect(contextFromHeaders({ traceparent: 'yes' }).traceparent).toBeNull();
  });
});

describe('the language of a call', () => {
  it.each([
    ['es', 'es'],
    ['es-MX,es;q=0.9,en;q=0.8', 'es'],
    ['EN-us', 'en'],
    ['*', undefined],
    ['', undefined],
    ['spanish', undefined],
    [['es'], 'es'],
    [undefined, undefined],
  ])('%j is %s', (header, language) => {
    expect(contextFromHeaders({ 'accept-language': header }).language).toBe(language);
  });
});

describe('runInContext', () => {
  it('keeps concurrent work apart', async () => {
    const seen = await Promise.all(
      ['first-one', 'second-one'].map((correlationId) =>
        runInContext({ correlationId, causationId: null, traceparent: null }, async () => {
          await new Promise((resolve) => setImmediate(resolve));
          return currentContext().correlationId;
        }),
      ),
    );
    expect(seen).toEqual(['first-one', 'second-one']);
  });
});
