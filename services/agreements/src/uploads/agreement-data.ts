import { AgreementData } from '../agreements/agreement.body.js';
import { readJsonField } from './json-field.js';

/** The field `agreementData` of an upload form. @throws AppError `invalid_input` */
export function readAgreementData(text: string | undefined): AgreementData {
  return readJsonField(AgreementData, 'agreementData', text);
}
