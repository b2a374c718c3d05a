import { contactTexts } from '#texts/contact';
import { checkContact, ISSUES } from './contact';

const GOOD = {
  name: 'Maria',
  email: 'maria@example.com',
  issueType: 'transcription',
  message: 'The transcript stops in the middle.',
};

describe('the contact form', () => {
  it('accepts a whole message', () => {
    expect(checkContact(GOOD)).toEqual({});
  });

  it('needs every field', () => {
    expect(checkContact({ name: ' ', email: '', issueType: '', message: '\n' })).toEqual({
      name: contactTexts.nameRequired,
      email: contactTexts.emailInvalid,
      issueType: contactTexts.issueRequired,
      message: contactTexts.messageRequired,
    });
  });

  it('refuses a category that does not exist and a message without end', () => {
    expect(checkContact({ ...GOOD, issueType: 'refund' })).toEqual({ issueType: contactTexts.issueRequired });
    expect(checkContact({ ...GOOD, message: 'x'.repeat(5001) })).toHaveProperty('message');
  });

  it('offers the twelve categories in words', () => {
    expect(ISSUES).toHaveLength(12);
    for (const issue of ISSUES) expect(contactTexts.issues[issue]).toMatch(/^[A-Z]/);
  });
});
