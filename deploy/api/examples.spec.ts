import type { OpenAPIObject } from '@nestjs/swagger';
import { addExamples, exampleOf } from './examples.js';

const schemas = {
  Person: {
    type: 'object',
    properties: { name: { type: 'string', example: 'Ben' }, email: { type: 'string', format: 'email' } },
  },
};

describe('an example', () => {
  it.each<[string, Record<string, unknown>, unknown]>([
    ['is what the schema says', { type: 'string', example: 'x' }, 'x'],
    ['may be null', { type: 'string', example: null }, null],
    ['is the default', { type: 'integer', default: 50 }, 50],
    ['is the first value', { type: 'string', enum: ['a', 'b'] }, 'a'],
    ['is not below the least', { type: 'integer', minimum: 3 }, 3],
    [
      'is an object of its fields',
      { $ref: '#/components/schemas/Person' },
      { name: 'Ben', email: 'anna@example.com' },
    ],
    ['is in what is combined', { allOf: [{ type: 'boolean' }] }, true],
    ['is a list of one', { type: 'array', items: { type: 'string', format: 'date' } }, ['2026-11-21']],
    ['says that there are bytes', { type: 'string', format: 'binary' }, '(the bytes of the file)'],
  ])('%s', (_what, schema, example) => {
    expect(exampleOf(schema, schemas)).toEqual(example);
  });
});

it('is given to bodies and answers, with the errors that a call can give', () => {
  const ref = { $ref: '#/components/schemas/Person' };
  const operation = {
    security: [{ bearer: [] }],
    parameters: [{ name: 'id', in: 'path', schema: { type: 'integer' } }],
    requestBody: { content: { 'application/json': { schema: ref } } },
    responses: {
      200: { description: '', content: { 'application/json': { schema: ref } } },
      404: { description: 'mine' },
    },
  };
  const document = {
    openapi: '3.0.0',
    info: { title: '', version: '' },
    paths: { '/x': { post: operation } },
    components: { schemas },
  };
  addExamples(document as unknown as OpenAPIObject);
  const example = { name: 'Ben', email: 'anna@example.com' };
  expect(operation.requestBody.content['application/json']).toEqual({ schema: ref, example });
  expect(operation.responses[200].content['application/json']).toEqual({ schema: ref, example });
  expect(Object.keys(operation.responses)).toEqual([
    '200',
    '400',
    '401',
    '403',
    '404',
    '429',
    '503',
    'default',
  ]);
  expect(operation.responses[404].description).toBe('mine');
});
