import { policiesTexts as english } from './en/policies';
import { policiesTexts as spanish } from './es/policies';

it.each([
  ['English', english, /subscription/i, /not paid back/],
  ['Spanish', spanish, /suscripción/i, /no se devuelve/],
] as const)(
  'terms and refunds tell how a subscription is renewed and ends, in %s',
  (_language, pages, name, notBack) => {
    for (const { sections } of [pages.terms, pages.refunds])
      expect(sections.filter(({ title }) => name.test(title))).toHaveLength(1);
    expect(pages.refunds.sections.find(({ title }) => name.test(title))?.text).toMatch(notBack);
  },
);
