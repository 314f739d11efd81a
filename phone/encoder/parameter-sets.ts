import { BitWriter } from './bit-writer.ts'
import { nalUnit } from './nal-unit.ts'

/** Bits of frame_num; the encoder counts modulo this. */
export const frameNumberBits = 8

/** ISO/IEC 14496-10 table A-1: level_idc, macroblocks a second, macroblocks a frame. */
const levels: [number, number, number][] = [
  [10, 1_485, 99],
  [11, 3_000, 396],
  [12, 6_000, 396],
  [13, 11_880, 396],
  [21, 19_800, 792],
  [22, 20_250, 1_620],
  [30, 40_500, 1_620],
  [31, 108_000, 3_600],
  [32, 216_000, 5_120],
  [40, 245_760, 8_192],
  [42, 522_240, 8_704],
  [50, 589_824, 22_080],
  [51, 983_040, 36_864],
  [52, 2_073_600, 36_864],
]

/**
 * The lowest level_idc whose frame size and macroblock rate hold the stream. Bit rate is left out on purpose: PCM
 * exceeds every level's rate for single frames, and decoders size their memory by the frame alone.
 */
export function levelFor(columns: number, rows: number, framesPerSecond: number): number {
  const size = columns * rows
  const longest = Math.max(columns, rows)
  const level = levels.find(
    ([, perSecond, perFrame]) =>
      size <= perFrame && longest <= Math.sqrt(8 * perFrame) && size * framesPerSecond <= perSecond,
  )
  return level?.[0] ?? 52
}

/**
 * SPS and PPS as one Annex B config packet: Constrained Baseline, CAVLC, one reference, no reordering.
 *
 * @param width of the visible frame in pixels, even
 * @param height of the visible frame in pixels, even
 */
export function parameterSets(width: number, height: number, framesPerSecond: number): Buffer {
  const columns = Math.ceil(width / 16)
  const rows = Math.ceil(height / 16)

  const sps = new BitWriter(64)
  sps.bits(66, 8) //                                     profile_idc: Baseline
  sps.bits(0b1100_0000, 8) //                            constraint_set0 and 1: Constrained Baseline
  sps.bits(levelFor(columns, rows, framesPerSecond), 8)
  sps.unsigned(0) //                                     seq_parameter_set_id
  sps.unsigned(frameNumberBits - 4)
  sps.unsigned(2) //                                     pic_order_cnt_type: shown in the order decoded
  sps.unsigned(1) //                                     max_num_ref_frames
  sps.bits(0, 1) //                                      gaps_in_frame_num
  sps.unsigned(columns - 1)
  sps.unsigned(rows - 1)
  sps.bits(1, 1) //                                      frame_mbs_only
  sps.bits(1, 1) //                                      direct_8x8_inference
  const cropRight = (columns * 16 - width) / 2
  const cropBottom = (rows * 16 - height) / 2
  sps.bits(cropRight + cropBottom > 0 ? 1 : 0, 1)
  if (cropRight + cropBottom > 0) {
    sps.unsigned(0)
    sps.unsigned(cropRight)
    sps.unsigned(0)
    sps.unsigned(cropBottom)
  }
  sps.bits(1, 1) //                                      vui_parameters_present
  usability(sps)
  sps.trail()

  const pps = new BitWriter(16)
  pps.unsigned(0) //                                     pic_parameter_set_id
  pps.unsigned(0) //                                     seq_parameter_set_id
  pps.bits(0, 1) //                                      entropy_coding_mode: CAVLC
  pps.bits(0, 1) //                                      bottom_field_pic_order
  pps.unsigned(0) //                                     num_slice_groups - 1
  pps.unsigned(0) //                                     num_ref_idx_l0_default_active - 1
  pps.unsigned(0) //                                     num_ref_idx_l1_default_active - 1
  pps.bits(0, 3) //                                      weighted_pred, weighted_bipred_idc
  pps.signed(0) //                                       pic_init_qp - 26
  pps.signed(0) //                                       pic_init_qs - 26
  pps.signed(0) //                                       chroma_qp_index_offset
  pps.bits(1, 1) //                                      deblocking_filter_control_present: slices switch it off
  pps.bits(0, 1) //                                      constrained_intra_pred
  pps.bits(0, 1) //                                      redundant_pic_cnt_present
  pps.trail()

  return Buffer.concat([nalUnit(0x67, sps.written()), nalUnit(0x68, pps.written())])
}

/** VUI: how the colours were made, and that a decoder may show every frame at once. */
function usability(sps: BitWriter): void {
  sps.bits(0, 2) //       aspect ratio, overscan: not given
  sps.bits(1, 1) //       video_signal_type_present
  sps.bits(5, 3) //       video_format: unspecified
  sps.bits(0, 1) //       limited range
  sps.bits(1, 1) //       colour_description_present
  sps.bits(1, 8) //       primaries: BT.709
  sps.bits(1, 8) //       transfer: BT.709
  sps.bits(1, 8) //       matrix: BT.709
  sps.bits(0, 5) //       chroma location, timing, both HRDs, pic_struct: not given
  sps.bits(1, 1) //       bitstream_restriction
  sps.bits(1, 1) //       motion_vectors_over_pic_boundaries
  sps.unsigned(0) //      max_bytes_per_pic_denom: unlimited
  sps.unsigned(0) //      max_bits_per_mb_denom: unlimited
  sps.unsigned(11) //     log2_max_mv_length_horizontal
  sps.unsigned(11) //     log2_max_mv_length_vertical
  sps.unsigned(0) //      max_num_reorder_frames
  sps.unsigned(1) //      max_dec_frame_buffering
}
