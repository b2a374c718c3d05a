import { type DangerRules, pariente, relation } from './danger-rules.js';

/** The addresses of the support are nobody's secret. */
export const otherPeople: DangerRules = {
  aside: new RegExp(
    [
      String.raw`\b(e-?mail|phone|number|address)( (number|address))? (of|for) (the |your )?(support|customer (service|support)|help ?desk)\b`,
      String.raw`\b(the|your) (support|customer (service|support)|help ?desk)( \w+)? (e-?mail|phone|number|address)\b`,
      String.raw`\b(correo|telefono|numero|direccion)( de (telefono|correo))? (de|del) (soporte|atencion al cliente|servicio al cliente)\b`,
    ].join('|'),
    'g',
  ),
  signs: [
    [
      /\b(show|give|read|list|tell|find|get|see|open|who|hear|access|check)\b/,
      /\b(other users?|other people|(all|your) (customers|users)|somebodys?|someone elses|another persons?)\b/,
      /\b(contracts?|agreements?|recordings?|recorded|transcripts?|account|data|paid|password|deals?)\b/,
    ],
    [
      new RegExp(
        String.raw`\b(${relation})s? (contracts?|agreements?|recordings?|transcripts?|account|password|deals?|data)\b`,
      ),
      /\b(show|give|read|see|open|hear|get|access|find|want|can|how|check)\b/,
    ],
    [
      new RegExp(
        String.raw`\b(contracts?|agreements?|recordings?|transcripts?|account|password) of (my|his|her|their|the|a|another|some) (${relation}|person|user|somebody)\b`,
      ),
    ],
    [
      new RegExp(
        String.raw`\bwhat (my |the |his |her )?(${relation}) (has |have )?(recorded|agreed|said|signed|promised)\b`,
      ),
    ],
    [new RegExp(String.raw`\bmy (${relation}) uses this\b`)],
    [
      new RegExp(String.raw`\b(does|did|has) my (${relation}) (have|made?|got|signed?)\b`),
      /\b(contracts?|agreements?|deals?|account)\b/,
    ],
    [
      /\b(send|show|give) me\b/,
      /\b(?!(my|the|our|your)\b)\w+ \w+s (receipts?|contracts?|agreements?|recordings?|invoices?)\b/,
    ],
    [/\blook up\b/, /\b(what|agreed|contracts?|agreements?|address|phone|who)\b/],
    [
      /\b(email|e-mail|phone|number|address|lives?)\b/,
      /\b(of|does|buyer|seller|other (side|party|person)s?|lives?|live)\b/,
      /\b(what is the (email|phone|address|number) (address |number )?of|tell me the|find out|give me the|phone number of|email address of)\b/,
    ],
    [
      /\b(get into|log ?in to|access|break into|reset)\b/,
      /\b(account|password|email)\b/,
      /\b(of my|another|somebody|someone|his|her|their)\b/,
    ],
    [/\bwho else\b/, /\b(contract|agreement)\b/],
    [/\b(read|transcript|show|open)\b/, /\b(agreement|contract) #?\d{4}/],
    [/\bnumber of (somebody|someone|another)/],
    [
      /\b(muestra\w*|ensena\w*|dame|lee\w*|lista|ver|dime|averigua|quien|escuchar|oir|abrir|consultar|pasar|pasame)\b/,
      new RegExp(
        String.raw`\b(de|del) (otros usuarios|otras? personas?|(mi|mis|un|una|el|la|su) (${pariente})s?)\b|\bmi (${pariente}) (grabo|acordo|firmo|usa)\b|\b(otros usuarios|todos los clientes)\b`,
      ),
      /\b(contratos?|acuerdos?|grabaci\w+|grabo|acordo|firmo|transcripci\w+|cuenta|datos|pagaron)\b/,
    ],
    [
      /\b(muestra\w*|dame|dime|averigua\w*|pasa\w*|consigue\w*|dar\w*|donde)\b/,
      /\b(otra (parte|persona)|comprador\w*|vendedor\w*|client\w*)\b/,
      /\b(telefono|correo|direccion|vive|domicilio)\b/,
      /\b(del?|otra parte|vive)\b/,
    ],
    [
      /\bcual es (el|la) (correo|telefono|numero|direccion)\b/,
      /\bde (?!(mi|soporte|ustedes|la app|acuerdo|contrato)\b)|\bdel (?!(acuerdo|contrato|soporte)\b)/,
    ],
    [
      /\b(entro|entrar|acced\w+|cambiar|meterme)\b/,
      /\b(cuenta|contrasena)\b/,
      /\b(de mi ex|de otra|de otro|ajena|de alguien)\b|\bde mi (herman|espos|novi|jef|amig)/,
    ],
    [/\bcon quien mas\b/],
    [
      new RegExp(String.raw`\bmi (${pariente}) (hizo|tiene|firmo|acordo)\b`),
      /\b(contratos?|acuerdos?|tratos?|cuenta)\b/,
    ],
    [
      /\b(pasame|mandame|enviame|dame|muestrame)\b/,
      /\b(recibos?|contratos?|acuerdos?|grabaciones) de (?!(mi|mis|este|la protecc|pago)\b)[a-z]+ [a-z]+/,
    ],
    [/\b(lee\w*|muestra\w*|abre\w*)\b/, /\b(acuerdo|contrato) #?\d{4}/],
    [/\bnumero del (acuerdo|contrato) de otr/],
  ],
};
