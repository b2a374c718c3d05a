import { jest } from '@jest/globals';
import { transcriptTexts } from '#texts/transcript';
import type { TranscriptView } from '../../lib/api/api-types';
import { nameProblem, partyFrom, speakerName, suggestedName, withName } from './speakers';

const names = { a: 'Anna Miller', b: 'Ben Carter' };
const first = { label: '1', party: 'a' as const, name: 'Anna Miller', basis: 'said' as const };
const third = { label: '3', party: null, name: 'Speaker 3', basis: null };

describe('naming a voice', () => {
  it('asks for a name of 1 to 80 characters', () => {
    expect(nameProblem('  ')).toBe('Please enter a name');
    expect(nameProblem('x'.repeat(81))).toBe('Please keep it under 81 characters');
    expect(nameProblem(`  ${'x'.repeat(80)}  `)).toBeNull();
  });

  it('reads the choice of the form', () => {
    expect([partyFrom('a'), partyFrom('b'), partyFrom(''), partyFrom('c')]).toEqual(['a', 'b', null, null]);
  });

  it.each([
    ['the name of the party that was chosen', 'Anna Miller', 'b', first, 'Ben Carter'],
    ['a name of nobody when it is no party', 'Anna Miller', null, first, 'Speaker 1'],
    ['what the person typed', 'Annie', 'b', first, 'Annie'],
    ['the old name back', 'Ben Carter', null, third, 'Speaker 3'],
  ] as const)('suggests %s', (_, typed, party, speaker, expected) => {
    expect(suggestedName(typed, party, { speaker, names })).toBe(expected);
  });

  it('changes one name and nothing else', () => {
    const transcript = { text: 'Hello', speakers: [first, third] } as unknown as TranscriptView;
    expect(withName(transcript, '3', { name: 'Carol', party: null })).toEqual({
      text: 'Hello',
      speakers: [first, { label: '3', party: null, name: 'Carol', basis: 'owner' }],
    });
  });
});

describe('a voice that nobody has named', () => {
  it('has a number in the language of the screen, and a given name stays', () => {
    expect(speakerName({ label: '2', name: 'Speaker 2' })).toBe('Speaker 2');
    expect(speakerName({ label: '2', name: 'Ben Carter' })).toBe('Ben Carter');
    const numbered = jest.spyOn(transcriptTexts.speakers, 'numbered').mockReturnValue('Voz 2');
    expect(speakerName({ label: '2', name: 'Speaker 2' })).toBe('Voz 2');
    numbered.mockRestore();
  });
});
