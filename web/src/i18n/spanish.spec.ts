import { jest } from '@jest/globals';
import { cancelDialogTexts } from './es/cancel-dialog';
import { t } from './es/common';
import { consentTexts } from './es/consents';
import { dashboardTexts } from './es/dashboard';
import { descriptionTexts } from './es/descriptions';
import * as spanishDocument from './es/document';
import * as spanishErrors from './es/errors';
import { escrowTexts } from './es/escrow';
import { escrowStateTexts } from './es/escrow-state';
import { homeTexts } from './es/home';
import { logTexts } from './es/log';
import { policiesTexts } from './es/policies';
import { recordTexts } from './es/record';
import { verifyTexts } from './es/verify';

jest.unstable_mockModule('#texts/document', () => spanishDocument);
jest.unstable_mockModule('#texts/errors', () => spanishErrors);

const {
  dateInWords,
  formatAmount,
  formatCents,
  formatClock,
  formatDate,
  formatDateTime,
  planLabel,
  speakDuration,
} = await import('../lib/format');
const { errorFromAnswer, sentenceOf } = await import('../lib/api/api-error');

const AT = '2026-11-21T14:03:00Z';

describe('numbers and dates in a Spanish document', () => {
  it.each([
    ['money', formatCents(123_450), '$1,234.50'],
    ['whole dollars', formatCents(500, 'usd', true), '$5'],
    ['an agreed amount', formatAmount('250'), '$250.00'],
    ['a date', formatDate(AT, 'UTC'), '21 nov 2026'],
    ['a date to be said', dateInWords(AT, 'UTC'), '21 de noviembre de 2026'],
    ['a date with time and zone', formatDateTime(AT, 'UTC'), '21 nov 2026, 2:03 p.m. UTC'],
    ['a clock', formatClock(new Date(AT), 'UTC'), '14:03'],
    ['midnight', formatClock(new Date('2026-11-21T00:05:00Z'), 'UTC'), '00:05'],
    ['a length', speakDuration(61), '1 minuto 1 segundo'],
    ['a longer length', speakDuration(125), '2 minutos 5 segundos'],
    ['a plan', planLabel('standard'), 'Estándar'],
    ['no plan', planLabel(null), 'Split Second Contract'],
    ['a plan named like a part of every object', planLabel('constructor'), 'Constructor'],
  ])('%s', (_what, text, expected) => {
    expect(text.replace(/\s/g, ' ')).toBe(expected);
  });
});

describe('what is paid for, in a Spanish document', () => {
  it.each([
    ['Voice contract with Ben Carter', 'Contrato de voz con Ben Carter'],
    ['Transcript made by a person', 'Transcripción hecha por una persona'],
    ['Split Second Contract', 'Split Second Contract'],
    ['constructor', 'constructor'],
  ])('%s is called %s', (description, expected) => {
    expect(descriptionTexts.of(description)).toBe(expected);
  });
});

describe('words that were wrong once, in a Spanish document', () => {
  it.each([
    [escrowStateTexts.none, 'Ninguna'],
    [recordTexts.recorder.saidLine, 'Ya lo dije, siguiente'],
    [t.dashboard.cards.awaiting, 'Consentimientos pendientes'],
    [logTexts.types.claimed, 'Contrato guardado en la cuenta'],
    [
      cancelDialogTexts.paid,
      'Si pagaste este contrato, el pago no se devuelve: lo guardamos para ti y con él se paga tu próximo contrato si lo completas en un plazo de 30 días.',
    ],
    [recordTexts.recovery.between('Ana', 'Isabel'), 'Ana e Isabel'],
    [recordTexts.recovery.between('Ana', 'Ben'), 'Ana y Ben'],
    [dashboardTexts.safe.coming('Ana', 'Hilda'), /: Ana e Hilda[.]$/],
    [dashboardTexts.safe.sent('Ana', 'Inés'), /: Ana e Inés[.]$/],
    [recordTexts.details.missing('Nombre'), 'Falta: Nombre'],
    [recordTexts.details.missing('Nombre, Correo'), 'Faltan: Nombre, Correo'],
    [consentTexts.spoken.said('Ana', 'sí', '0:05'), 'Ana dice en el minuto 0:05: “sí”'],
    [escrowStateTexts.states.refunding, 'En devolución'],
    [consentTexts.spoken.alikeTitle, 'Las dos grabaciones suenan como de una sola persona'],
    [
      consentTexts.spoken.alike,
      'Lo dice una máquina, que se equivoca a menudo: es un indicio, no una prueba. Escucha las dos.',
    ],
    [
      verifyTexts.result.alteredFile('1234'),
      'Este archivo no es parte del acuerdo 1234 tal como se selló. Una copia que alguien convirtió a otro formato tiene una huella distinta de la de la grabación y de las de nuestras copias. Un borrador de antes del sello no es parte de ningún sello.',
    ],
    [
      homeTexts.steps.items[0]?.text,
      'Escribe los dos nombres y presiona grabar; después habla cada quien. La mayoría tarda menos de 60 segundos.',
    ],
    [
      escrowTexts.confirm.deliveredLate('3 de enero'),
      'Avisamos al comprador. Cobras si el comprador dice que lo recibió, o libera el dinero, antes del 3 de enero. Si no, ese día vuelve al comprador.',
    ],
    [
      policiesTexts.refunds.sections[3]?.text,
      'Nadie lo marcó como entregado o recibido en 30 días: lo puedes recuperar sin ayuda. Si reportaste un problema: nuestro equipo de soporte decide y explica el motivo. El vendedor lo puede devolver en cualquier momento.',
    ],
  ])('are %s', (text, expected) => {
    expect(text).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected));
  });
});

describe('what the server says, in a Spanish document', () => {
  const answer = (body: unknown) => errorFromAnswer(400, 'Bad Request', JSON.stringify(body));

  it('is the sentence of its code', async () => {
    const error = await answer({ code: 'invalid_credentials', message: 'Invalid email or password' });
    expect(sentenceOf(error, '')).toBe('El correo o la contraseña no son correctos');
  });

  it('is the sentence for its own words, where it says more than the code', async () => {
    const error = await answer({ code: 'invalid_input', message: 'Please record audio first' });
    expect(sentenceOf(error, '')).toBe('Primero graba el audio');
  });

  it('is the words of the server for a code without a sentence, and for one that every object has', async () => {
    expect(sentenceOf(await answer({ code: 'brand_new', message: 'Something new.' }), '')).toBe(
      'Something new.',
    );
    expect(sentenceOf(await answer({ code: 'toString', message: 'constructor' }), '')).toBe('constructor');
  });

  it('is translated for each field', async () => {
    const { problems } = await answer({
      code: 'invalid_input',
      message: 'Username must be at least 3 characters',
      errors: [
        { field: 'username', message: 'Username must be at least 3 characters' },
        { field: 'email', message: 'email is odd' },
      ],
    });
    expect(problems).toEqual([
      { field: 'username', message: 'El nombre de usuario debe tener al menos 3 caracteres' },
      { field: 'email', message: 'Falta algún dato o hay uno que no es correcto.' },
    ]);
  });

  it('keeps the message for the log as it came', async () => {
    const error = await answer({ code: 'not_found', message: 'The requested resource could not be found.' });
    expect(error.message).toContain('The requested resource could not be found.');
  });
});
