import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';

const folder = join(import.meta.dirname, '..');

/** Attributes and properties whose text a person sees or hears. */
const READ =
  /^(aria-label|aria-description|aria-roledescription|aria-valuetext|title|alt|placeholder|label|hint|description|lead|text|problem|fallback|summary|children)$/;

/** A value for machines: the name of a class or of one of several things. */
const NAME = /^([a-z]|[a-z]+(-[a-z]+)+)$/;

type Node = Record<string, unknown> & { type: string };

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** Texts an expression can come to, as far as they are written in it. */
function writtenIn(expression: unknown): string[] {
  if (!isNode(expression)) return [];
  const { type } = expression;
  if (type === 'StringLiteral' || type === 'JSXText') return [String(expression.value)];
  if (type === 'TemplateLiteral') return (expression.quasis as Node[]).map((part) => String(part.raw));
  if (type === 'ConditionalExpression')
    return [expression.consequent, expression.alternate].flatMap(writtenIn);
  if (type === 'BinaryExpression') {
    const { operator, left, right } = expression;
    return ['+', '||', '&&', '??'].includes(String(operator)) ? [left, right].flatMap(writtenIn) : [];
  }
  return ['JSXExpressionContainer', 'ParenthesisExpression'].includes(type)
    ? writtenIn(expression.expression)
    : [];
}

/** Every text in a tree that would be drawn or spoken. */
function textsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (!isNode(value))
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
  const inner = Object.values(value).flatMap(textsIn);
  const name = isNode(value.name ?? value.key) ? String(((value.name ?? value.key) as Node).value) : '';
  if (value.type === 'JSXElement' || value.type === 'JSXFragment')
    return [...(value.children as unknown[]).flatMap(writtenIn), ...inner];
  const isRead = (value.type === 'JSXAttribute' || value.type === 'KeyValueProperty') && READ.test(name);
  return isRead ? [...writtenIn(value.value), ...inner] : inner;
}

function hiddenTexts(source: string): string[] {
  const tree = parseSync(source, { syntax: 'typescript', tsx: true, target: 'es2023' });
  return textsIn(tree.body)
    .map((text) => text.trim())
    .map((text) => text.replace(/\{\w+\}/g, ''))
    .filter((text) => /\p{L}/u.test(text) && !NAME.test(text));
}

describe('texts outside the catalogues', () => {
  it.each([
    ['<p>Hello</p>', ['Hello']],
    ['<p>{isDone ? "Done" : `Wait` + n}</p>', ['Done', 'Wait']],
    ['<input aria-label="Name" className="grow" />', ['Name']],
    ['<Card title={name ?? "Nobody"}>{t.x}: {count}</Card>', ['Nobody']],
    ['toast({ title: "Saved", tone: "plain" })', ['Saved']],
    ['<><b>·</b> {price} / 5</>', []],
  ])('are found in %s', (source, expected) => {
    expect(hiddenTexts(source).sort()).toEqual([...expected].sort());
  });

  it.each(globSync('**/*.tsx', { cwd: folder }).filter((file) => !/\.spec\.tsx$|^testing\//.test(file)))(
    'are not in %s',
    (file) => {
      expect(hiddenTexts(readFileSync(join(folder, file), 'utf8'))).toEqual([]);
    },
  );
});
