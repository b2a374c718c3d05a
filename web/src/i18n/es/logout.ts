import type { logoutTexts as english } from '../en/logout';

/** Spanish texts of logging out. They are loaded with the question. */
export const logoutTexts: typeof english = {
  question: '¿Seguro que quieres cerrar sesión?',
  detail: 'Tus contratos se quedan donde están. Puedes iniciar sesión de nuevo cuando quieras.',
  confirm: 'Cerrar sesión',
  cancel: 'Cancelar',
  doneTitle: 'Sesión cerrada',
  doneText: 'Saliste de tu cuenta.',
  untoldTitle: 'Sesión cerrada en este dispositivo',
  untoldText:
    'No pudimos avisar al servidor, así que tu sesión puede seguir abierta ahí. Lo intentamos de nuevo en cuanto este navegador pueda.',
};
