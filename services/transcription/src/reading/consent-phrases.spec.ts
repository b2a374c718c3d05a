import type { RecordedSegment } from '../recordings/segments.js';
import { findSpokenConsents } from './spoken-consents.js';

/** What party B, who was apart, is taken to have said: one text per segment, a second between them. */
function heardFrom(...texts: string[]): string {
  const segments = texts.map(
    (text, index): RecordedSegment => ({
      ...{ start: index * 3, end: index * 3 + 2, text, speaker: '2', confidence: 0.9, words: null },
      ...{ recording: 'b', isDoubtful: false, isOverlap: false },
    }),
  );
  const [, b] = findSpokenConsents({
    segments,
    ...{ speakers: [], areVoicesUnclear: false, quality: 'good', isApart: true },
  });
  return [b?.state, b?.reason].filter(Boolean).join('/');
}

describe('a plain yes', () => {
  it.each([
    'Yes, I agree.',
    'I agree to that',
    'I agree to these terms',
    'I do agree',
    'I agree with everything.',
    'I agree with you.',
    'I agree with what was said.',
    'I agree to everything that was said in it.',
    'I, Anna Miller, agree to this.',
    'I, Anna Miller agree to this.',
    'I Anna Miller, agree to this.',
    'I Anna Miller agree to this.',
    'We, Anna and Ben, both agree.',
    'I gladly accept.',
    'I wholeheartedly agree.',
    'I still agree.',
    'Yes, agreed.',
    'I understand and agree.',
    'I have read it and agree to it.',
    'I am happy to say that I agree.',
    'I agree to no more than 200 dollars.',
    'I agree to no smoking in the flat.',
    'I agree, it is a deal.',
    'I accept what you said.',
    'Estoy plenamente de acuerdo.',
    'Digo que sí, acepto.',
    'Acepto lo acordado.',
    'My name is Ben Carter. I agree. Thank you.',
    'I agree, okay?',
    'I agree. Is that enough?',
    'I agree, when do you bring it?',
    'I agree to the price and when do you come?',
    'I agree that I sell you the bike for 200.',
    'I agree that I will pay on Friday.',
    'I agree that you pay me 200 dollars.',
    'We agree that she brings the car on Friday.',
    'I agree to cash on delivery.',
    'I accept it.',
    'I accept your offer.',
    'I accept these terms.',
    'I accept all of it.',
    'I accept everything.',
    'I accept to pay on Friday.',
    'I accept 200 dollars for it.',
    'I accept and I pay in cash.',
    'I consent to this agreement.',
    'As I said, I agree.',
    'About that, I agree.',
    'I say yes, I agree.',
    'I confirm that I agree.',
    'Maybe not today, but I agree.',
    'It is perhaps late, and I agree.',
    'I only want the car. I agree.',
    'I agree, only the tires are old.',
    'I agree, thanks. Nobody else has to sign.',
    'I agree. Nothing else.',
    'I agree with no reservations.',
    'Sí, estoy de acuerdo',
    'Yo, Anna Miller, acepto esto.',
    'Yo, Ben Carter, estoy de acuerdo.',
    'Claro que acepto.',
    'Por supuesto que estoy de acuerdo.',
    'Confirmo que estoy de acuerdo.',
    'Sí, de acuerdo.',
    'Estoy de acuerdo con eso.',
    'Estoy de acuerdo con el precio.',
    'Estoy de acuerdo en pagar 200.',
    'Estoy de acuerdo en que te vendo la moto por 200.',
    'Acepto que me pagues el viernes.',
    'Acepto las condiciones.',
    'Acepto el trato.',
    'Acepto todo.',
    'Acepto tu propuesta.',
    'Acepto vender mi coche.',
    'Acepto dos mil dólares.',
    'Acepto, ¿cuándo vienes?',
    'A lo mejor llueve, pero estoy de acuerdo.',
  ])('“%s” is said', (text) => {
    expect(heardFrom(text)).toBe('said');
  });

  it.each([
    [['I agree to sell', 'my car for 200 dollars.']],
    [['I', 'agree.']],
    [['Yes,', 'I agree.']],
    [['I don’t need the tires.', 'I agree.']],
    [['I don’t think so.', 'But yes, I agree.']],
    [['No creo que llueva.', 'Estoy de acuerdo.']],
  ])('%j is said over the end of a segment', (texts) => {
    expect(heardFrom(...texts)).toBe('said');
  });
});

describe('words around it that make it none', () => {
  it.each([
    'I agree to nothing.',
    'I agree with none of that.',
    'I agree with nobody.',
    'I agree with hardly anything.',
    'I agree, not.',
    'Like hell I agree.',
    'I do not understand and agree.',
    'They told me to say that I agree.',
    'I agree to no such thing.',
    'I agree to absolutely nothing.',
    'We agree on nothing.',
    'I accept none of it.',
    'Estoy de acuerdo con nada.',
    'Estoy de acuerdo con nadie.',
    'We agree to disagree.',
    'I accept cash only.',
    'I accept Venmo, but I want to think about the price.',
    'I accept only cash.',
    'I accept no returns.',
    'Solo acepto efectivo.',
    'Acepto tarjeta.',
    'Acepto pagos con Bizum.',
    '¿Acepto?',
    'I agree?',
    'I agree to that?',
    'You want me to say, I agree?',
    'Please say “I agree”.',
    'Say: I agree.',
    '¿Acepto el trato?',
    'Maybe I agree.',
    'Perhaps, I agree.',
    'Suppose I agree.',
    'Supposing we agree.',
    'Quizás acepto.',
    'Quizá estoy de acuerdo.',
    'Tal vez acepto.',
    'A lo mejor acepto.',
    'Supongamos que acepto.',
    'I, Anna Miller, do not agree.',
    'I, Anna Miller, agree to be recorded.',
    'Yo, Anna Miller, no acepto.',
  ])('“%s” is not', (text) => {
    expect(heardFrom(text)).toBe('not_said');
  });

  it.each([
    [['I don’t think', 'I agree.']],
    [['I’m not sure', 'I agree with that.']],
    [['No creo que', 'estoy de acuerdo.']],
    [['Maybe', 'I agree.']],
    [['I agree', 'to nothing.']],
    [['I do', 'not agree.']],
    [['I don’t', 'think that', 'I agree.']],
  ])('%j is not, whatever segment they stand in', (texts) => {
    expect(heardFrom(...texts)).toBe('not_said');
  });

  it.each([
    'I agree it’s too expensive.',
    'I agree that it is too expensive.',
    'I agree that’s a lot.',
    'I agree you are right.',
    'I agree, it’s too expensive.',
    'I agree with you that it is late.',
    'I think I agree.',
    'I guess that I agree.',
    'Creo que estoy de acuerdo.',
    'I agree that you will be late.',
    'Estoy de acuerdo en que es caro.',
    'Acepto que es caro.',
    'I agree if you lower the price.',
    'I agree, but only if you lower the price.',
    'I agree unless it rains.',
    'I agree in part.',
    'I agree, I guess.',
    'Acepto si me bajas el precio.',
    'Estoy de acuerdo siempre que pagues hoy.',
    'I accept your apology.',
    'Yes, I agree?',
    'I agree are you happy now?',
    'No I agree.',
  ])('“%s” is for people to hear', (text) => {
    expect(heardFrom(text)).toBe('unchecked/words');
  });

  it('which does not undo a clear one', () => {
    expect(heardFrom('I agree.', 'I agree it’s too expensive.', 'Maybe I agree.')).toBe('said');
    expect(heardFrom('I agree it’s too expensive.', 'Yes, I agree.')).toBe('said');
  });
});

describe('words that take it back', () => {
  it.each([
    [['Yes, I agree.', 'Actually, I changed my mind.']],
    [['Yes, I agree.', 'Forget it, no deal.']],
    [['Yes, I agree.', 'Wait, no. I don’t want it any more.']],
    [['Yes, I agree.', 'No, I take that back.']],
    [['Yes, I agree. No, I take it back.']],
    [['Yes, I agree.', 'We’ve changed', 'our minds.']],
    [['Yes, I agree.', 'Never mind.']],
    [['Yes, I agree.', 'Let’s call it off.']],
    [['Yes, I agree.', 'I want to call the whole thing off.']],
    [['Yes, I agree.', 'The deal is off.']],
    [['Yes, I agree.', 'On second thought, I would rather not.']],
    [['Yes, I agree.', 'Actually no.']],
    [['Yes, I agree.', 'No, not any more.']],
    [['Yes, I agree.', 'I no longer want this.']],
    [['Yes, I agree.', 'Just kidding.']],
    [['Yes, I agree.', 'I withdraw my consent.']],
    [['Yes, I agree.', 'I refuse.']],
    [['Yes, I agree.', 'No I don’t.']],
    [['Yes, I agree.', 'I can’t do this.']],
    [['Yes, I agree.', 'I want out.']],
    [['Yes, I agree.', 'No way.']],
    [['Yes, I agree.', 'No, no, no.']],
    [['Yes, I agree.', 'Please cancel it.']],
    [['Acepto.', 'Ya no.']],
    [['Acepto.', 'No, espera.']],
    [['Yes, I agree.', 'Let me think about it.']],
    [['Yes, I agree.', 'I agree to nothing any more.']],
    [['Yes, I agree.', 'We agree to disagree.']],
    [['Yes, I agree.', 'I don’t think', 'I agree.']],
    [['Acepto.', 'No, ya no quiero.']],
    [['Estoy de acuerdo.', 'Cambié de opinión.']],
    [['Estoy de acuerdo.', 'He cambiado de idea.']],
    [['Acepto.', 'Mejor no.']],
    [['Acepto.', 'Me arrepiento.']],
    [['Acepto.', 'Olvídalo.']],
    [['Acepto.', 'No hay trato.']],
    [['Acepto.', 'No lo quiero.']],
    [['Acepto.', 'Ya no me interesa.']],
    [['Acepto.', 'Retiro lo dicho.']],
    [['Acepto.', 'Era broma.']],
    [['De acuerdo.', 'Lo voy a pensar.']],
  ])('%j is left to the ear', (texts) => {
    expect(heardFrom(...texts)).toBe('unchecked/taken_back');
  });

  it.each([
    [['I changed my mind about the colour.', 'I agree.']],
    [['Forget it, two hundred is fine.', 'I agree.']],
    [['Never mind, I agree.']],
    [['No deal under 200. Fine, I agree.']],
    [['On second thought, I agree.']],
    [['Actually no, I agree.']],
    [['Olvídalo, acepto.']],
    [['Mejor no hablamos más. Acepto.']],
    [['I agree.', 'I won’t change my mind.']],
    [['I agree.', 'I have not changed my mind.']],
    [['I agree.', 'Don’t forget it.']],
    [['I agree.', 'Never mind the scratches.']],
    [['I agree.', 'It is no big deal.']],
    [['I agree.', 'You can call it off until noon.']],
    [['I agree.', 'If it breaks I take it back.']],
    [['I agree.', 'If I call it off, you keep 50 dollars.']],
    [['I agree.', 'You take it back when it breaks.']],
    [['I agree.', 'I will take it back home on Friday.']],
    [['I agree.', 'You can cancel it until noon.']],
    [['I agree.', 'No, no, it is fine.']],
    [['I agree.', 'I don’t want it delivered before Friday.']],
    [['I agree.', 'I don’t want anything else.']],
    [['I agree.', 'No.']],
    [['I agree.', 'Actually no problem.']],
    [['I agree.', 'I am out on Friday, come on Sunday.']],
    [['Acepto.', 'No me arrepiento.']],
    [['Acepto.', 'No lo olvides.']],
    [['Acepto.', 'No quiero nada más.']],
    [['Acepto.', 'Si me arrepiento, te devuelvo el dinero.']],
    [['Acepto.', 'No lo quiero en negro, sino en rojo.']],
    [['Acepto.', 'Ya no tengo preguntas.']],
    [['I agree.', 'I changed my mind.', 'No, it is fine, I agree.']],
  ])('%j still says it', (texts) => {
    expect(heardFrom(...texts)).toBe('said');
  });

  it('which nobody has said', () => {
    expect(heardFrom('I changed my mind.', 'Forget it, no deal.')).toBe('not_said');
  });
});
