import type { KindTexts } from '../en/deal-kinds';
import { dealTexts } from './deal';

const car: KindTexts = {
  name: dealTexts.kinds.car,
  amountHint: 'El precio del carro, en dólares.',
  example: '“Te vendo mi Civic 2014 con 90,000 millas, tal como está. Pagas hoy y lo recoges el sábado.”',
  item: 'Qué carro es: marca, modelo, año y millas, y quién lo vende.',
  amount: (amount) => `“El precio es ${amount}.” También cómo se paga.`,
  amountOpen: 'El precio, y cómo se paga.',
  date: 'El día del pago, y el día en que se entregan llaves y papeles.',
  conditions: 'Qué se promete sobre el carro, o que se vende tal como está.',
};

const item: KindTexts = {
  name: dealTexts.kinds.item,
  amountHint: 'El precio del artículo, en dólares.',
  example: '“La consola funciona y trae dos controles. Puedes devolverla en tres días.”',
  item: 'Qué se vende, qué incluye y quién lo vende.',
  amount: (amount) => `“El precio es ${amount}.” También cómo se paga.`,
  amountOpen: 'El precio, y cómo se paga.',
  date: 'El día del pago, y el día de la entrega.',
  conditions: 'Si funciona, y hasta cuándo se puede devolver.',
};

const cleaning: KindTexts = {
  name: dealTexts.kinds.cleaning,
  amountHint: 'El precio de una visita, en dólares.',
  example: '“Limpio cocina, baño y dos cuartos cada viernes. Tú pones los productos y pagas el mismo día.”',
  item: 'Qué cuartos se limpian, y qué queda fuera.',
  amount: (amount) => `“El precio es ${amount}.” También si es por visita o por hora, y cuándo se paga.`,
  amountOpen: 'El precio de una visita u hora, y cuándo se paga.',
  date: 'Qué días y horas, desde cuándo y hasta cuándo.',
  conditions: 'Quién pone los productos, y cómo se cancela una visita.',
};

const lawn: KindTexts = {
  name: dealTexts.kinds.lawn,
  amountHint: 'El precio de una visita, en dólares.',
  example:
    '“Corto el pasto de adelante y de atrás dos veces al mes hasta septiembre. Si llueve, voy el siguiente día seco.”',
  item: 'Qué jardín, y qué se hace: pasto, bordes, hojas.',
  amount: (amount) => `“El precio es ${amount}.” También que es por visita, y cuándo se paga.`,
  amountOpen: 'El precio de una visita, y cuándo se paga.',
  date: 'Cada cuánto, desde cuándo y hasta cuándo.',
  conditions: 'Qué pasa cuando llueve, y quién se lleva lo cortado.',
};

const babysitting: KindTexts = {
  name: dealTexts.kinds.babysitting,
  amountHint: 'El precio de una hora o noche, en dólares.',
  example: '“Cuido a los niños el viernes de seis a diez. Pagas en efectivo al llegar a casa.”',
  item: 'Qué niños, dónde, y qué incluye.',
  amount: (amount) => `“El precio es ${amount}.” También si es por hora o por noche, y cuándo se paga.`,
  amountOpen: 'El precio de una hora o noche, y cuándo se paga.',
  date: 'El día, cuándo empieza y cuándo termina.',
  conditions: 'Cuánto cuesta si llegas más tarde, y cómo se cancela.',
};

const loan: KindTexts = {
  name: dealTexts.kinds.loan,
  amountHint: 'Lo que se presta, en dólares.',
  example: '“Te presto $600 hoy. Me devuelves $100 el primero de cada mes, desde marzo.”',
  item: 'Quién presta y quién recibe el préstamo, y cómo se entrega el dinero.',
  amount: (amount) => `“El préstamo es de ${amount}.” También si hay intereses.`,
  amountOpen: 'Cuánto se presta, y si hay intereses.',
  date: 'El día de cada pago, y el último.',
  conditions: 'Qué pasa si un pago se atrasa.',
};

const other: KindTexts = {
  name: dealTexts.kinds.other,
  amountHint: 'Lo que acordaron los dos, en dólares.',
  example: '“Pinto tu cerca de blanco para el domingo. Tú compras la pintura y pagas al terminar.”',
  item: 'Qué da o hace cada parte.',
  amount: (amount) => `“El precio es ${amount}.” También cuándo se paga.`,
  amountOpen: 'El precio, y cuándo se paga.',
  date: 'Para cuándo queda hecho.',
  conditions: 'Qué pasa si algo sale mal.',
};

/** Spanish texts of the kinds of deal, and what to say for each. */
export const dealKindTexts: typeof import('../en/deal-kinds').dealKindTexts = {
  label: 'Tipo de trato',
  none: 'Sin plantilla',
  hint: 'Una plantilla te da las frases para decir mientras grabas.',
  exampleLabel: 'Por ejemplo:',
  kinds: { car, item, cleaning, lawn, babysitting, loan, other },
  lines: {
    agreeToRecording: (name: string) => `“Soy ${name}, y acepto que se me grabe.”`,
    withOther: (name: string) => `Di que tu acuerdo es con ${name}.`,
    whole: (amount: string) =>
      amount
        ? `Di qué acuerdan, para cuándo, y el precio: ${amount}.`
        : 'Di qué acuerdan, para cuándo, y por cuánto.',
    question: (asker: string, answerer: string) =>
      `${asker}: “¿Estás de acuerdo?” ${answerer}: “Sí, acepto.”`,
    alone: (name: string) => `“Yo, ${name}, acepto esto.”`,
  },
};
