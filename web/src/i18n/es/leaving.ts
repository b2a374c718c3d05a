import type { leavingTexts as english } from '../en/leaving';

/** Spanish texts of the question before a screen is left that would lose a recording or a text. */
export const leavingTexts: typeof english = {
  question: '¿Salir de esta página?',
  loses: {
    recording:
      'Lo que dijiste hasta ahora está a salvo en este dispositivo. La grabación se detiene si sales.',
    unkept:
      'La grabación se detiene si sales. Este navegador no guarda ninguna copia: se pierde lo que dijiste hasta ahora.',
    memory:
      'Tu grabación se conserva solo mientras esta página esté abierta. Si sales antes de que se envíe, se pierde.',
    sending: 'Tu grabación está a salvo en este dispositivo. Si sales ahora, no se envía.',
    text: 'Lo que escribiste no se ha enviado. Si sales ahora, se pierde.',
  },
  stay: 'Quedarme',
  leave: 'Salir',
};
