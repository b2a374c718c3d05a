import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { type ExportFormat, exportFormats } from './export-transcript.js';

export class ExportQuery {
  @ApiProperty({
    enum: exportFormats,
    description: 'Plain text, subtitles as SubRip or WebVTT, or everything that is known as JSON',
  })
  @IsIn(exportFormats)
  format: ExportFormat;
}
