#include "eval/store/byte_codec.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/base/temporary_folder.h"

namespace gioul {
namespace {

constexpr std::uint64_t kAny = std::numeric_limits<std::uint64_t>::max() >> 1;

TEST(ByteCodec, DecodesEncodedValues) {
  ByteWriter writer;
  for (const std::uint64_t value :
       {std::uint64_t{0}, std::uint64_t{127}, std::uint64_t{128}, std::uint64_t{1} << 40, kAny}) {
    writer.write_varint(value);
  }
  writer.write_double(-0.1);
  const std::string bytes = writer.take_bytes();
  ByteReader reader(bytes);
  EXPECT_EQ(reader.read_varint(0), 0u);
  EXPECT_EQ(reader.read_varint(127), 127u);
  EXPECT_EQ(reader.read_varint(128), 128u);
  EXPECT_EQ(reader.read_varint(kAny), std::uint64_t{1} << 40);
  EXPECT_EQ(reader.read_varint(kAny), kAny);
  EXPECT_EQ(reader.read_double(), -0.1);
  reader.expect_end();
}

TEST(ByteCodec, EncodesSmallNumbersAsOneByte) {
  ByteWriter writer;
  writer.write_varint(127);
  writer.write_varint(128);
  EXPECT_EQ(writer.take_bytes(), std::string("\x7F\x80\x01"));
}

TEST(ByteCodec, RejectsMalformedInput) {
  const auto whole = [](std::string_view bytes, std::uint64_t most) {
    return message_of<InputError>([&] { (void)ByteReader(bytes).read_varint(most); });
  };
  EXPECT_EQ(whole("\x05", 5), "");
  EXPECT_NE(whole("\x06", 5), "");
  EXPECT_NE(whole("", 5), "");
  EXPECT_NE(whole("\x85", kAny), "");                   // more bytes expected
  EXPECT_NE(whole({"\x85\x00", 2}, kAny), "");          // 5 in two bytes
  EXPECT_NE(whole(std::string(10, '\xFF'), kAny), "");  // more than 63 bits
}

TEST(ByteCodec, RejectsInfiniteAndTruncatedReals) {
  ByteWriter writer;
  writer.write_double(std::numeric_limits<double>::infinity());
  const std::string infinite = writer.take_bytes();
  EXPECT_THROW((void)ByteReader(infinite).read_double(), InputError);
  EXPECT_THROW((void)ByteReader("1234567").read_double(), InputError);
  EXPECT_THROW(ByteReader("1").expect_end(), InputError);
}

}  // namespace
}  // namespace gioul
