import { heardFrom } from './test/heard.js';

describe('a yes on a condition, for a part, or to something else', () => {
  it.each([
    'I agree, subject to inspection.',
    'I agree pending my wife’s approval.',
    'I agree, assuming the car runs.',
    'I agree, depending on the inspection.',
    'I agree, contingent on financing.',
    'I agree, as soon as I have the money.',
    'I agree after I see it.',
    'I agree with one condition.',
    'I accept under one condition.',
    'Acepto con una condición.',
    'Acepto con reservas.',
    'Estoy de acuerdo, sujeto a la inspección.',
    'Acepto con tal de que pagues hoy.',
    'Once you have fixed it, I agree.',
    'As soon as you fix it, I agree.',
    'When you have fixed it, I agree.',
    'After I have seen it, I agree.',
    'Subject to inspection, I agree.',
    'Assuming it runs, I agree.',
    'Cuando me pagues, acepto.',
    'I agree, with the exception of the price.',
    'I agree to everything, except the warranty.',
    'I agree, though not with the price.',
    'I agree only to the first part.',
    'I agree to the date but not the price.',
    'Estoy de acuerdo en todo, excepto el precio.',
    'Estoy de acuerdo, aunque no con el precio.',
    'I agree, the price is too high.',
    'I agree five hundred dollars is too much.',
    'Estoy de acuerdo, es muy caro.',
    'I agree to cancel the deal.',
    'I agree to think about it.',
    'Acepto cancelar el trato.',
    'I agree to receive and keep this agreement as electronic records.',
    'I agree but the price has to come down.',
    'I agree to buy it if my wife says yes.',
    'I agree, I want two hundred more.',
    'I agree: the price is too high.',
    'I agree to give up.',
    'I agree to take a look.',
    'I agree to make you an offer.',
    'I hope we all agree.',
  ])('“%s” is for people to hear', (text) => {
    expect(heardFrom(text)).toBe('unchecked/words');
  });

  it.each([
    [['I agree.', 'But only if you pay today.']],
    [['Yes, I agree.', 'Except the warranty.']],
    [['I agree.', 'Not really.']],
    [['I agree.', 'Don’t hold me to that.']],
    [['Yes, I agree.', 'If my wife says yes.']],
    [['Yes, I agree. If my wife says yes.']],
    [['Agreed.', 'Only if you pay today.']],
    [['I agree.', 'But not to the price.']],
    [['I agree.', 'Unless it rains.']],
    [['I agree', 'only if you pay today']],
    [['Acepto.', 'Pero solo si pagas hoy.']],
    [['Estoy de acuerdo.', 'Menos con el precio.']],
    [['Acepto.', 'Si mi esposa quiere.']],
    [['Acepto.', 'No del todo.']],
  ])('%j is, too', (texts) => {
    expect(heardFrom(...texts)).toMatch(/^unchecked/);
  });

  it('a later sentence that tells what happens in a case is a term', () => {
    expect(heardFrom('I agree.', 'If it breaks, I take it back.')).toBe('said');
    expect(heardFrom('I agree.', 'If you need anything, call me.')).toBe('said');
    expect(heardFrom('I agree.', 'Only if you pay today.', 'Okay, I agree.')).toBe('said');
  });

  it('one to be recorded is none', () => {
    expect(heardFrom('I agree to being filmed.')).toBe('not_said');
    expect(heardFrom('I agree that my voice is recorded and turned into text.')).toBe('not_said');
    expect(heardFrom('Acepto que mi voz se grabe y se convierta en texto.')).toBe('not_said');
    expect(heardFrom('I agree to be recorded and to the terms.')).toBe('unchecked/words');
  });
});

describe('a yes in other words', () => {
  it.each([
    'I, Ben Carter, agree to the terms in this recording.',
    'I agree to everything Anna said in her recording.',
    'I agree to what was said in the recording.',
    'Acepto los términos de la grabación.',
    'Estoy de acuerdo con lo que dice la grabación.',
    'I agree to sell the recording equipment for $500.',
    'I agree to pick up the car.',
    'I agree to take it back on Friday.',
    'I fully understand and agree.',
    'I 100% agree.',
    'I too agree.',
    'I give my consent.',
    'Both of us agree.',
    'I, Ben Carter, have listened to Anna’s recording and agree to it.',
    'Doy mi consentimiento.',
    'Estoy conforme.',
    'Vale, de acuerdo.',
  ])('“%s” is said', (text) => {
    expect(heardFrom(text)).toBe('said');
  });

  it.each([
    'I’ll agree to that.',
    'I can agree to that.',
    'We will both accept it.',
    'I am happy to agree.',
    'Yo sí que lo veo y estoy conforme.',
  ])('“%s” may be one', (text) => {
    expect(heardFrom(text)).toMatch(/^(?:unchecked.words|said)$/);
  });

  it.each([
    'I don’t give my consent.',
    'No doy mi consentimiento.',
    'No estoy conforme.',
    'I would gladly agree to less.',
    'I want you to agree.',
    'I can’t yet agree.',
  ])('“%s” is none', (text) => {
    expect(heardFrom(text)).toBe('not_said');
  });
});

describe('sentences that were kept aside while the lists were made', () => {
  it.each([
    [['Okay, I agree to sell you the console for one hundred fifty dollars.']],
    [['Yes, I accept the terms that Anna read out.']],
    [['I, Benjamin Carter, agree to everything in this agreement.']],
    [['We both agree to these conditions.']],
    [['I have heard the recording and I agree.']],
    [['I agree to take care of the kids on Saturday night.']],
    [['I do accept your offer of three hundred.']],
    [['Yep, I agree with all that.']],
    [['I agree and promise to pay it back by June.']],
    [['Sí, yo acepto las condiciones que dijo Ana.']],
    [['Estoy de acuerdo en comprar la consola por ciento cincuenta dólares.']],
    [['Acepto el trato con Ana Ruiz.']],
    [['Claro, estoy de acuerdo en todo.']],
    [['Acepto cuidar a los niños el sábado.']],
    [['Sí, señora, estoy de acuerdo.']],
    [['I fully agree to the amount of two hundred dollars.']],
    [['I agree.', 'You can pick it up on Saturday.']],
    [['Acepto.', 'Nos vemos el viernes.']],
    [['I agree to sell the bike to Ben for eighty dollars.']],
    [['I accept your proposal.']],
    [['Yes, I do agree, thank you.']],
    [['I agree to the rent of nine hundred a month.']],
    [['Sí, estoy de acuerdo en prestarte seiscientos dólares.']],
    [['Yo acepto.']],
    [['I agree to these conditions and will pay on the first.']],
    [['I agree to give you the keys on Saturday.']],
    [['We agree that I sell and you buy the car.']],
    [['Acepto que me devuelvas el dinero en marzo.']],
  ])('%j is said', (texts) => {
    expect(heardFrom(...texts)).toBe('said');
  });

  it.each([
    [['I will gladly accept that.']],
    [['I said yes and I fully and completely agree with what we have settled on.']],
  ])('%j is not denied', (texts) => {
    expect(heardFrom(...texts)).not.toBe('not_said');
  });

  it.each([
    [['I agree, provided that the title is clean.']],
    [['I agree so long as you throw in the charger.']],
    [['I agree, minus the delivery fee.']],
    [['I agree to everything apart from the deposit.']],
    [['I agree, conditional on a test drive.']],
    [['I agree to consider your offer.']],
    [['I agree to let you know tomorrow.']],
    [['I agree with you about the weather.']],
    [['I agree that it sounds reasonable.']],
    [['I agree, if that works for my brother.']],
    [['Provided you fix the brakes, I agree.']],
    [['I agree.', 'On condition that you deliver it.']],
    [['I agree.', 'Apart from the warranty.']],
    [['I agree.', 'Just not to the price.']],
    [['Yes I agree except for the delivery']],
    [['Acepto, a menos que llueva.']],
    [['Estoy de acuerdo salvo en la fecha.']],
    [['Acepto verlo mañana.']],
    [['Acepto.', 'Con una condición.']],
    [['Estoy de acuerdo.', 'Pero falta que mi mujer lo apruebe.']],
    [['I agree, but the deposit is a problem.']],
    [['I agree.', 'Just kidding.']],
    [['I agree to wait.']],
    [['I agree to what you said about the tires.']],
    [['I agree to the price only.']],
    [['Acepto bajo ciertas condiciones.']],
    [['Estoy de acuerdo con casi todo.']],
    [['I agree when my bank says so.']],
    [['I agree.', 'Assuming the bank agrees.']],
    [['De acuerdo.', 'Si mi marido quiere.']],
  ])('%j is not said', (texts) => {
    expect(heardFrom(...texts)).not.toBe('said');
  });
});
