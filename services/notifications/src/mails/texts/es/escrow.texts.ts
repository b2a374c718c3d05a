import type { escrowTexts as english } from '../en/escrow.texts.js';
import { supportTexts } from '../en/escrow-support.texts.js';
import type { Translated } from '../en/texts.js';
import { buyerTexts } from './escrow-buyer.texts.js';
import { sellerTexts } from './escrow-seller.texts.js';

/** Cada paso de una protección del pago, como se le cuenta a quien lo lee. */
export const escrowTexts: Translated<typeof english> = {
  escrow: {
    buyer: buyerTexts,
    seller: sellerTexts,
    // Support reads English in every language.
    support: supportTexts,

    rows: {
      receipt: 'Recibo n.º',
      paidAt: 'Pagado',
      buyer: 'Quien compra',
      seller: 'Quien vende',
      amount: 'Protección del pago',
      fee: (percent) => `Comisión (${percent}%)`,
      sellerGets: 'Recibe quien vende',
      back: 'Vuelve a quien compra',
      kept: 'Se lo queda el banco',
      releaseAt: 'Se libera el',
      backAt: 'Se devuelve el',
      lookAt: 'Tiempo para revisar',
      settledAt: 'Concluido el',
    },
    quotes: {
      problem: 'El problema reportado:',
      decision: 'El motivo de la decisión:',
    },
    whyBuyer: 'Pagas con protección del pago, y te contamos cada uno de los pasos.',
    whySeller: (buyer) =>
      `${buyer} indicó esta dirección como la de quien vende, y te contamos cada paso del pago.`,
    whySupport: 'Esta es la dirección de soporte.',
    personalLink: 'El enlace es solo tuyo. Quien lo tenga puede actuar por ti.',
  },
};
