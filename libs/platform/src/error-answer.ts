import { ApiProperty } from '@nestjs/swagger';
import { type ErrorBody, type ErrorCode, errorCatalogue } from '#contracts';

class FieldProblem {
  @ApiProperty() field: string;
  @ApiProperty() message: string;
}

/** How every error looks, for the API document. */
export class ErrorAnswer implements ErrorBody {
  @ApiProperty() statusCode: number;
  @ApiProperty({ enum: Object.keys(errorCatalogue) }) code: ErrorCode;
  @ApiProperty() message: string;
  @ApiProperty({ type: [FieldProblem], required: false }) errors?: FieldProblem[];
  @ApiProperty() correlationId: string;
}
