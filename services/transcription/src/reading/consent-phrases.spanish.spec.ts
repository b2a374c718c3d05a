import { heardFrom } from './test/heard.js';

describe('a plain yes in Spanish', () => {
  it.each([
    'Pues sí, de acuerdo.',
    'Está bien, de acuerdo.',
    'Muy bien, de acuerdo.',
    'Sí, señora, de acuerdo.',
    'Por supuesto, de acuerdo.',
    'Okey, de acuerdo.',
    'Bueno, pues, acepto.',
    'Sí, claro, señor, conforme.',
    'Estoy, este, de acuerdo.',
    'Estamos pues de acuerdo con el precio.',
    'Estoy cien por ciento de acuerdo.',
    'Estoy ya de acuerdo.',
    'La verdad es que estoy de acuerdo.',
    'Sin ningún desacuerdo, acepto.',
  ])('“%s” is said', (text) => {
    expect(heardFrom(text)).toBe('said');
  });

  it.each([
    'Estoy casi de acuerdo.',
    'Estoy más o menos de acuerdo.',
    'Estamos en principio de acuerdo.',
    'Estoy parcialmente de acuerdo.',
    'Voy a aceptar.',
    'Quiero aceptar el trato.',
    'Aceptaremos su oferta.',
  ])('“%s” is for people to hear', (text) => {
    expect(heardFrom(text)).toBe('unchecked/words');
  });

  it.each([
    'Estoy en desacuerdo.',
    'No estoy nada de acuerdo.',
    'No puedo aceptar.',
    '¿Cómo no voy a aceptar?',
    'Solo puedo aceptar efectivo.',
    'Puedo aceptar tarjeta.',
    'Si puedo aceptar, te llamo.',
    'Trabajo de acuerdo al horario.',
    '¿De acuerdo?',
  ])('“%s” is none', (text) => {
    expect(heardFrom(text)).toBe('not_said');
  });
});

describe('a no in Spanish after the yes', () => {
  it.each([
    'Perdón, estoy en desacuerdo.',
    'Estamos en desacuerdo.',
    'La verdad es que estoy en desacuerdo con todo.',
    'Creo que estoy en desacuerdo.',
    'Totalmente en desacuerdo.',
    'Yo de plano estoy en desacuerdo.',
    'No, estoy muy en desacuerdo con el precio.',
    'No estoy para nada de acuerdo.',
    'No estoy nada de acuerdo.',
    'No estoy en absoluto de acuerdo.',
    'Ya no estoy tan de acuerdo.',
    'La verdad es que no estoy realmente de acuerdo.',
    'No estamos del todo conformes.',
    'Nunca estaré de acuerdo con eso.',
    'No puedo aceptar ese precio.',
    'Yo no puedo aceptar esto.',
    'Me temo que no podemos aceptarlo.',
    'No puedo estar de acuerdo.',
    'No puedo decir que estoy de acuerdo.',
    'No lo voy a aceptar.',
    'No se lo podemos aceptar.',
    'Tampoco vamos a aceptar el trato.',
    'No quiero aceptar.',
    'No aceptaré esto.',
    'Jamás aceptaremos ese contrato.',
    'Yo nunca acepté eso.',
    'No le daré mi consentimiento.',
    'No, no quiero este acuerdo.',
    'No queremos seguir con esto.',
    'No quiero eso, perdón.',
    'No lo haré.',
    'Me opongo.',
    'No me convence.',
    'No quiero firmar esto.',
    'Siempre no.',
    'Por favor, cancela todo.',
  ])('“%s” leaves it to the ear', (text) => {
    expect(heardFrom('Sí, estoy de acuerdo con el precio.', text)).toBe('unchecked/taken_back');
  });

  it.each([
    'No estoy en desacuerdo con nada.',
    'Nunca estoy en desacuerdo contigo.',
    'Si estamos en desacuerdo, me quedo con el depósito.',
    'En caso de desacuerdo, vamos a una mediación.',
    'Mi hermano está en desacuerdo.',
    'No puedo estar más de acuerdo.',
    'No puedo aceptar tarjetas.',
    'No voy a aceptar devoluciones.',
    'No puedo aceptar menos.',
    'No aceptaremos cheques.',
    'Si no puedo aceptar el paquete, te devuelvo el dinero.',
    'No tengo problema en aceptar.',
    'No estoy aquí para ponernos de acuerdo.',
    'No quiero este color, sino el rojo.',
    'No quiero este trato de favor.',
    'No lo hago por dinero.',
    'Si no lo hago el viernes, te devuelvo el dinero.',
    'No me opongo.',
    'No me interesa el otro coche.',
    'Nunca cancelo todo el viaje.',
    'No estoy trabajando el lunes.',
  ])('“%s” leaves it said', (text) => {
    expect(heardFrom('Sí, estoy de acuerdo con el precio.', text)).toBe('said');
  });
});
