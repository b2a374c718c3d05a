import type { shellTexts as english } from '../en/shell';

/** Spanish texts of what is around every screen. */
export const shellTexts: typeof english = {
  app: {
    testMode: 'Modo de prueba',
    name: 'Split Second Contract',
    title: (page: string) =>
      page && page !== 'Split Second Contract' ? `${page} · Split Second Contract` : 'Split Second Contract',
    testTitle: (title: string) => `PRUEBA · ${title}`,
    skip: 'Ir al contenido',
    nowSignedIn: (name: string) => `Ahora tu sesión es la de ${name}`,
    loading: 'Cargando',
    notLegalAdvice: 'Split Second Contract guarda la prueba de lo que se dijo. No da asesoría legal.',
    bindingNote:
      'Los acuerdos hablados pueden tener validez legal; depende de dónde vives y de lo que acuerdas.',
    footerLine: 'Se graba, y los dos lo conservan.',
  },
  nav: {
    label: 'Principal',
    home: 'Split Second Contract, inicio',
    howItWorks: 'Cómo funciona',
    signIn: 'Iniciar sesión',
    signUp: 'Registrarse',
    dashboard: 'Panel',
    createContract: 'Crear contrato',
    account: 'Cuenta',
    profile: 'Configuración del perfil',
    receipts: 'Recibos',
    subscription: 'Suscripción',
    support: 'Soporte',
    verify: 'Verificar un acuerdo',
    policies: { terms: 'Términos', privacy: 'Privacidad', refunds: 'Reembolsos', about: 'Quién opera esto' },
    admin: 'Administración',
    logout: 'Cerrar sesión',
    openMenu: 'Abrir menú',
    closeMenu: 'Cerrar menú',
    footer: 'Pie de página',
    language: 'Idioma',
    languageBusy: 'Ahora no',
    languageBusyText: 'Algo se está grabando o enviando. Termina eso primero y después cambia el idioma.',
  },
  common: {
    close: 'Cerrar',
    tryAgain: 'Intentar de nuevo',
    optional: 'opcional',
    error: 'Error',
    notifications: 'Avisos',
    offline: 'No tienes conexión. Lo que grabaste sigue en este dispositivo.',
    offlineWaiting: (count: number) =>
      count === 1
        ? 'No tienes conexión. 1 grabación espera para enviarse.'
        : `No tienes conexión. ${count} grabaciones esperan para enviarse.`,
    waiting: (count: number) =>
      count === 1 ? '1 grabación espera para enviarse.' : `${count} grabaciones esperan para enviarse.`,
    sendingWaiting: (count: number) =>
      count === 1 ? 'Enviando 1 grabación anterior.' : `Enviando ${count} grabaciones anteriores.`,
  },
  theme: {
    label: 'Colores',
    names: { system: 'Como en este dispositivo', light: 'Claro', dark: 'Oscuro' },
  },
  missingPart: {
    title: 'No se pudo cargar',
    text: 'Esta parte de la página no llegó. Revisa tu conexión o vuelve a cargar la página.',
    reload: 'Volver a cargar la página',
  },
  crash: {
    title: 'Algo salió mal',
    text: 'Ocurrió un error inesperado. Quedó registrado y nuestro equipo lo va a revisar.',
    again: 'Intentar de nuevo',
    home: 'Ir al inicio',
  },
};
