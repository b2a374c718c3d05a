/** Spanish texts of the page on which administrators sign in. */
export const adminLoginTexts: typeof import('../en/admin-login').adminLoginTexts = {
  title: 'Acceso de administración',
  lead: 'Para empleados. Todo lo que se hace aquí queda registrado con tu nombre.',
  email: 'Correo',
  password: 'Contraseña',
  submit: 'Iniciar sesión',
  submitting: 'Iniciando sesión...',
  failed: 'No se pudo iniciar sesión',
  bothRequired: 'Escribe el correo y la contraseña',
  invalid: 'Los datos de acceso no son correctos',
  invalidShort: 'Datos incorrectos',
  tooMany: 'Demasiados intentos. Espera un momento y prueba de nuevo.',
  unreachable: 'No podemos conectar con el servidor. Revisa tu conexión e inténtalo de nuevo.',
  notEmployee: '¿No trabajas aquí?',
  userLogin: 'Entra a tus contratos',
};
